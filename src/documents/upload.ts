import '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Domain } from '../domain/domain.js'
import {
  createDocument,
  type NewDocument,
  type Upload,
} from '../domain/document/create-document.js'
import { MAX_FILE_BYTES } from '../domain/document/receive-content.js'
import { DomainError } from '../domain/errors.js'
import { HttpError } from '../http/http-error.js'
import { isMalformedForm, MALFORMED_FORM } from '../http/multipart.js'

const LIMITS = {
  files: 2,
  fields: 20,
  parts: 25,
  fieldSize: 1024,
  headerPairs: 50,
  // The byte above the limit shows that the file is too large.
  fileSize: MAX_FILE_BYTES + 1,
}

/** The limit in bytes of a form without its file: fields, part headers and boundaries. */
const FORM_BYTES = 65_536

/** `POST /documents`: stores the file of a form, which then belongs to no record, while it arrives. */
export function serveUploads(app: FastifyInstance): void {
  const domains = new WeakMap<FastifyRequest, Domain>()
  const config = { operation: { name: 'createDocument', kind: 'mutation' } } as const
  const onRequest = async (request: FastifyRequest) => {
    domains.set(request, await request.access.open('createDocument', false, {}))
    if (Number(request.headers['content-length']) > MAX_FILE_BYTES + FORM_BYTES) throw tooLarge()
  }
  app.post('/documents', { config, onRequest }, async (request, reply) => {
    request.leaveLane()
    const { document, isNew } = await receive(request, domains.get(request) as Domain)
    const { uuid, name, contentType, size, sha256 } = document
    return reply
      .status(isNew ? 201 : 200)
      .header('cache-control', 'no-store')
      .send({ id: uuid, name, contentType, size, sha256: Buffer.from(sha256).toString('hex') })
  })
}

async function receive(request: FastifyRequest, domain: Domain): Promise<Upload> {
  if (!request.isMultipart()) throw invalidForm('The content type must be multipart/form-data.')
  try {
    return await receiveForm(request, domain)
  } catch (error) {
    throw isMalformedForm(error) ? invalidForm(MALFORMED_FORM) : error
  }
}

async function receiveForm(request: FastifyRequest, domain: Domain): Promise<Upload> {
  let id: string | undefined
  let upload: Upload | undefined
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type === 'field') {
      if (part.fieldname === 'id' && upload) throw invalidForm('The field `id` must come first.')
      if (part.fieldname === 'id' && part.value !== '') id = String(part.value)
      continue
    }
    if (upload || part.fieldname !== 'file') throw invalidForm(ONE_FILE)
    // Undefined if the name is empty, although its type is string.
    const name = (part.filename as string | undefined) ?? ''
    upload = await store(request, domain, {
      id,
      name,
      content: part.file as AsyncIterable<Buffer>,
    })
  }
  if (!upload) throw invalidForm(ONE_FILE)
  return upload
}

const ONE_FILE = 'A form with one file, in the field `file`, is expected.'

/** Closes the connection after an error, because the rest of the body may not have been read. */
async function store(request: FastifyRequest, domain: Domain, input: Omit<NewDocument, 'measure'>) {
  try {
    const measure = (work: () => void) => {
      request.meter.time(work)
    }
    return await createDocument(domain, { ...input, measure })
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'INVALID') throw error
    throw new HttpError(400, error.message, { headers: CLOSE, errors: error.errors })
  }
}

const CLOSE = { connection: 'close' }

const invalidForm = (message: string) => new HttpError(400, message, { headers: CLOSE })

function tooLarge() {
  const message = `At most ${MAX_FILE_BYTES} bytes are allowed.`
  const errors = [{ path: ['file'], code: 'TOO_LONG', message }] as const
  return new HttpError(400, message, { headers: CLOSE, errors })
}
