import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { discardContents } from '../../domain/document/content.js'
import { officeFiles } from '../../domain/document/content-type.js'
import { type ReceivedContent, receiveContent } from '../../domain/document/receive-content.js'
import type { Domain } from '../../domain/domain.js'
import { MAX_DOCUMENT_BYTES } from '../../domain/job/new-files.js'
import { HttpError } from '../../http/http-error.js'
import { isMalformedForm, MALFORMED_FORM } from '../../http/multipart.js'
import type { ReadBody } from '../../http/operation.js'

/** A file of a form, which is stored already. It is a class so that validation can distinguish a file from a JSON value. */
export class Upload {
  constructor(
    readonly name: string,
    readonly content: ReceivedContent,
  ) {}

  /** What an idempotency key is for: the file, whenever it is sent. */
  toJSON() {
    const { sha256, contentType } = this.content
    return { name: this.name, content: Buffer.from(sha256).toString('hex'), contentType }
  }
}

/** The limit in bytes of a form without its documents: fields, part headers and boundaries. */
export const FORM_BYTES = 1_048_576

/** The field names of documents, such as `documents`, `documents[]` and `documents.*`. */
const DOCUMENTS = /^documents(\W|$)/

const LIMITS = { files: 100, fields: 100, parts: 200, fieldSize: 65_536, headerPairs: 50 }

/** Reads the body of a new job: JSON, or a form with documents. They are stored while they arrive. */
export async function readJobBody(request: FastifyRequest, domain: Domain): Promise<ReadBody> {
  if (!request.isMultipart()) return { body: request.body }
  if (Number(request.headers['content-length']) > MAX_DOCUMENT_BYTES + FORM_BYTES) throw tooLarge()
  const form = new Form(request, domain)
  try {
    return { body: await form.read(), release: () => form.discard() }
  } catch (error) {
    await form.discard()
    throw isMalformedForm(error) ? new HttpError(400, MALFORMED_FORM) : error
  }
}

class Form {
  private readonly keys: string[] = []
  private bytes = 0

  constructor(
    private readonly request: FastifyRequest,
    private readonly domain: Domain,
  ) {}

  async read(): Promise<Record<string, unknown>> {
    const fields = new Map<string, unknown>()
    const documents: unknown[] = []
    const limits = { ...LIMITS, fileSize: MAX_DOCUMENT_BYTES + 1 }
    for await (const part of this.request.parts({ limits })) {
      const add = (value: unknown) => {
        if (DOCUMENTS.test(part.fieldname)) documents.push(value)
        else fields.set(part.fieldname, value)
      }
      if (part.type === 'field') {
        if (part.value !== '') add(part.value)
        continue
      }
      // Undefined if the name is empty, although its type is string.
      const name = (part.filename as string | undefined) ?? ''
      const content = await this.receive(name, part.file as AsyncIterable<Buffer>)
      // A browser sends this for a file field without a file.
      if (name !== '' || content.size > 0) add(new Upload(name, content))
    }
    return { ...Object.fromEntries(fields), documents }
  }

  /** Deletes the files that no job has got. If this fails, the cleanup does it. */
  async discard(): Promise<void> {
    await discardContents(this.domain, this.keys).catch(() => undefined)
  }

  private async receive(name: string, file: AsyncIterable<Buffer>): Promise<ReceivedContent> {
    const content = await receiveContent(
      this.domain,
      name,
      officeFiles,
      this.limited(file),
      (work) => {
        this.request.meter.time(work)
      },
    )
    if (content.key !== undefined) this.keys.push(content.key)
    return content
  }

  private async *limited(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of file) {
      this.bytes += part.length
      if (this.bytes > MAX_DOCUMENT_BYTES) throw tooLarge()
      yield part
    }
  }
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
