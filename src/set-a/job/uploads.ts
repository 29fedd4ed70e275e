import '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'
import { MAX_DOCUMENT_BYTES } from '../../domain/job/documents.js'
import { HttpError } from '../../http/http-error.js'
import { contentTypeOf } from './content-type.js'

/** A file that came in a form. A class of its own, so that nothing in a JSON text can pass for one. */
export class Upload {
  constructor(
    readonly name: string,
    readonly content: Buffer,
    /** Undefined where the content is not what the name says, or none that is allowed. */
    readonly contentType: string | undefined,
  ) {}
}

/** What a form may hold besides its documents: fields, part headers and boundaries. */
const FORM_BYTES = 1_048_576

/** The names of documents: `documents` itself, or with anything after it, such as `documents[]` or `documents.*`. */
const DOCUMENTS = /^documents(\W|$)/

const LIMITS = { files: 100, fields: 100, parts: 200, fieldSize: 65_536, headerPairs: 50 }

/** Reads the body of a job: a JSON object, or a form whose files are the documents. */
export async function readJobBody(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body
  if (Number(request.headers['content-length']) > MAX_DOCUMENT_BYTES + FORM_BYTES) throw tooLarge()
  try {
    return await readForm(request)
  } catch (error) {
    // The parser's own complaints have a status; those of the parser below it, about malformed forms, have none.
    if (error instanceof HttpError || (error as FastifyError).statusCode !== undefined) throw error
    throw new HttpError(400, 'The body is no well-formed multipart/form-data.')
  }
}

async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  const documents: unknown[] = []
  const limits = { ...LIMITS, fileSize: MAX_DOCUMENT_BYTES + 1 }
  let bytes = 0
  for await (const part of request.parts({ limits })) {
    const keep = (value: unknown) => {
      if (DOCUMENTS.test(part.fieldname)) documents.push(value)
      else fields.set(part.fieldname, value)
    }
    if (part.type === 'field') {
      if (part.value !== '') keep(part.value)
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_DOCUMENT_BYTES) throw tooLarge()
      chunks.push(chunk)
    }
    const content = Buffer.concat(chunks)
    // An empty name is undefined here, whatever its type says.
    const name = (part.filename as string | undefined) ?? ''
    // What a browser sends of a field in which no file was chosen.
    if (name === '' && content.length === 0) continue
    keep(new Upload(name, content, await contentTypeOf(name, content)))
  }
  return { ...Object.fromEntries(fields), documents }
}

/** The rest of the body is not read, so the connection cannot be used again. */
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
