import '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'
import { MAX_DOCUMENT_BYTES } from '../../domain/job/new-files.js'
import { HttpError } from '../../http/http-error.js'
import { contentTypeOf, officeFiles } from '../../domain/document/content-type.js'

/** A file of a form. It is a class so that validation can distinguish a file from a JSON value. */
export class Upload {
  constructor(
    readonly name: string,
    readonly content: Buffer,
    /** Undefined if the file's type is not allowed, or its content does not fit its name. */
    readonly contentType: string | undefined,
  ) {}
}

/** The limit in bytes of a form without its documents: fields, part headers and boundaries. */
const FORM_BYTES = 1_048_576

/** The field names of documents, such as `documents`, `documents[]` and `documents.*`. */
const DOCUMENTS = /^documents(\W|$)/

const LIMITS = { files: 100, fields: 100, parts: 200, fieldSize: 65_536, headerPairs: 50 }

/** Reads the body of a new job: JSON, or a form with documents. */
export async function readJobBody(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body
  if (Number(request.headers['content-length']) > MAX_DOCUMENT_BYTES + FORM_BYTES) throw tooLarge()
  try {
    return await readForm(request)
  } catch (error) {
    // Errors of `@fastify/multipart` have a status. Errors of its parser, about malformed forms, do not.
    if (error instanceof HttpError || (error as FastifyError).statusCode !== undefined) throw error
    throw new HttpError(400, 'The body is not well-formed multipart/form-data.')
  }
}

async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  const documents: unknown[] = []
  const limits = { ...LIMITS, fileSize: MAX_DOCUMENT_BYTES + 1 }
  let bytes = 0
  for await (const part of request.parts({ limits })) {
    const add = (value: unknown) => {
      if (DOCUMENTS.test(part.fieldname)) documents.push(value)
      else fields.set(part.fieldname, value)
    }
    if (part.type === 'field') {
      if (part.value !== '') add(part.value)
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_DOCUMENT_BYTES) throw tooLarge()
      chunks.push(chunk)
    }
    const content = Buffer.concat(chunks)
    // Undefined if the name is empty, although its type is string.
    const name = (part.filename as string | undefined) ?? ''
    // A browser sends this for a file field without a file.
    if (name === '' && content.length === 0) continue
    add(new Upload(name, content, await contentTypeOf(name, content, officeFiles)))
  }
  return { ...Object.fromEntries(fields), documents }
}

/** Closes the connection, because the rest of the body is not read. */
const tooLarge = () =>
  new HttpError(400, 'The documents are too large.', {
    headers: { connection: 'close' },
    errors: [
      {
        path: ['documents'],
        code: 'TOO_LONG',
        message: `The :attribute field must not be greater than ${MAX_DOCUMENT_BYTES / 1024} kilobytes.`,
      },
    ],
  })
