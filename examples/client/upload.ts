import { RequestError, UnauthenticatedError, UnavailableError } from './errors.js'
import { reasonOf, retryAfterMs, TEMPORARY, type Transport } from './transport.js'

/** The time limit of an attempt: 25 MB at 2 Mbit/s take 100 s. */
const TIMEOUT_MS = 150_000

export interface FileToUpload {
  /** A UUID of version 4 or 7. The same id with the same content is the same document. */
  readonly id: string
  readonly name: string
  readonly content: Blob
}

export interface UploadedFile {
  readonly id: string
  readonly sha256: string
}

/** Sends a file to `/documents` of the service, once. Rejects with a `RequestError`, or with the reason of `signal`. */
export async function upload(
  { url, onResponse }: Transport,
  { id, name, content }: FileToUpload,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<UploadedFile> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const form = new FormData()
  form.set('id', id)
  form.set('file', content, name)
  try {
    const response = await fetch(new URL('documents', url), {
      method: 'POST',
      headers,
      body: form,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    onResponse?.(response)
    const text = await response.text()
    if (!response.ok) throw errorOf(response, text)
    return JSON.parse(text) as UploadedFile
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof RequestError) throw cause
    const message = `No response from ${url}: ${reasonOf(cause)}`
    throw new UnavailableError([{ message }], 0, undefined, { cause })
  }
}

function errorOf({ status, headers }: Response, text: string): RequestError {
  const errors = [{ message: messageOf(text) ?? `The file was not stored (status ${status}).` }]
  if (TEMPORARY.includes(status))
    return new UnavailableError(errors, status, retryAfterMs(headers.get('retry-after')))
  return status === 401
    ? new UnauthenticatedError(errors, status)
    : new RequestError(errors, status)
}

/** A proxy may respond with a page of its own, which is not JSON. */
function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { readonly message?: string }).message
  } catch {
    return undefined
  }
}
