import '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'
import { MOST_DOCUMENT_BYTES } from '../../domain/job/documents.js'
import { Fault } from '../../http/fault.js'
import { contentTypeOf } from './content-type.js'

/** A file as it came; without a content type where its content is not what its name says, or none that is allowed. */
export interface Upload {
  readonly name: string
  readonly contentType: string | undefined
  readonly content: Buffer
}

/** What a form may hold besides its documents: fields, part headers and boundaries. */
const FORM_BYTES = 1_048_576

const LIMITS = { files: 100, fields: 100, parts: 200, fieldSize: 65_536, headerPairs: 50 }

/** Reads the body of a job: a JSON object, or a form whose files are the documents. */
export async function readJobBody(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body
  if (Number(request.headers['content-length']) > MOST_DOCUMENT_BYTES + FORM_BYTES) throw tooLarge()
  try {
    return await readForm(request)
  } catch (error) {
    // The parser's own complaints have a status; those of the parser below it, about malformed forms, have none.
    if (error instanceof Fault || (error as FastifyError).statusCode !== undefined) throw error
    throw new Fault(400, 'The body is no well-formed multipart/form-data.')
  }
}

async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  const documents: unknown[] = []
  const limits = { ...LIMITS, fileSize: MOST_DOCUMENT_BYTES + 1 }
  let bytes = 0
  for await (const part of request.parts({ limits })) {
    const isDocument = /^documents(\[\d*\])?$/.test(part.fieldname)
    if (part.type === 'field') {
      if (isDocument) documents.push(part.value)
      else fields.set(part.fieldname, part.value)
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MOST_DOCUMENT_BYTES) throw tooLarge()
      chunks.push(chunk)
    }
    if (isDocument) documents.push(await uploadOf(part.filename, Buffer.concat(chunks)))
  }
  return { ...Object.fromEntries(fields), documents }
}

const uploadOf = async (name: string, content: Buffer): Promise<Upload> => ({
  name,
  contentType: await contentTypeOf(name, content),
  content,
})

/** The rest of the body is not read, so the connection cannot be used again. */
const tooLarge = () =>
  new Fault(400, 'The documents are too large.', {
    headers: { connection: 'close' },
    problems: [
      {
        path: ['documents'],
        code: 'TOO_LONG',
        message: `The :attribute field must not be greater than ${MOST_DOCUMENT_BYTES / 1024} kilobytes.`,
      },
    ],
  })
