import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client'

/** What became of a request. `later`: it may succeed if it is sent again. */
export type Outcome =
  | { readonly kind: 'done'; readonly data?: object | undefined }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'later'; readonly afterMs?: number | undefined; readonly isOwn?: boolean }

/** After these, every request of the queue waits. */
const TEMPORARY = [0, 401, 408, 429, 502, 503, 504]
const TEMPORARY_CODES = ['RATE_LIMITED', 'UNAUTHENTICATED', 'UNAVAILABLE']
const SERVER_ERROR = 500
const TOO_LARGE_STATUS = 413

interface Body {
  readonly message?: string
  readonly errors?: readonly { readonly code?: string; readonly message?: string }[]
}

/** The outcome of `POST /documents`. */
export function uploadOutcome(status: number, retryAfter: string | null, text: string): Outcome {
  const isOurs = bodyOf(text) !== undefined
  if (isOurs && (status === 200 || status === 201)) return { kind: 'done' }
  if (!isOurs && status !== TOO_LARGE_STATUS) return later(retryAfter)
  return failure(status, retryAfter) ?? { kind: 'refused', message: refusalOf(status, text) }
}

/** The outcome of a mutation that Apollo Client has rejected with this error. */
export function mutationFailure(error: unknown): Outcome {
  // What `fetch` throws if there is no response, and the session if the response with a new token is not JSON.
  const isNoResponse = error instanceof TypeError || error instanceof SyntaxError
  if (isNoResponse || ServerParseError.is(error)) return { kind: 'later' }
  if (ServerError.is(error)) {
    const { statusCode, response, message, bodyText } = error
    const retryAfter = response.headers.get('retry-after')
    // Of a proxy, or the sign-in page of a network.
    if (!bodyOf(bodyText)) return later(retryAfter)
    return failure(statusCode, retryAfter) ?? { kind: 'refused', message }
  }
  const codes = codesIn(error)
  if (codes.some((code) => TEMPORARY_CODES.includes(code))) return { kind: 'later' }
  if (codes.includes('INTERNAL_SERVER_ERROR')) return { kind: 'later', isOwn: true }
  const reasons = CombinedGraphQLErrors.is(error) ? error.errors : [{ message: String(error) }]
  return { kind: 'refused', message: reasons.map(({ message }) => message).join(' ') }
}

/** The codes of what the service has answered: to the mutation, or to the request of the session for a new token. */
function codesIn(error: unknown): string[] {
  if (CombinedGraphQLErrors.is(error))
    return error.errors.map(({ extensions }) => String(extensions?.['code']))
  return error instanceof Error ? [String(error.cause)] : []
}

const later = (retryAfter: string | null): Outcome => ({
  kind: 'later',
  afterMs: millisecondsOf(retryAfter),
})

function failure(status: number, retryAfter: string | null): Outcome | undefined {
  if (TEMPORARY.includes(status)) return later(retryAfter)
  return status >= SERVER_ERROR ? { kind: 'later', isOwn: true } : undefined
}

/** `Retry-After` has seconds or a date. */
function millisecondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}

/** Why a file was refused, in plain words. */
function refusalOf(status: number, text: string): string {
  const body = bodyOf(text) ?? {}
  const [{ code, message } = {}] = body.errors ?? []
  if (code === 'TOO_LONG' || status === TOO_LARGE_STATUS) return TOO_LARGE
  if (code === 'INVALID') return NO_KNOWN_TYPE
  if (code === 'TAKEN') return 'Another file has the id of this one. Please choose the file again.'
  if (status === 403) return 'You are not allowed to upload files.'
  return message ?? body.message ?? `The service has refused the file (${status}).`
}

export const TOO_LARGE = 'The file is larger than 25 MB.'
export const NO_KNOWN_TYPE =
  'This is not a photograph (JPEG, PNG, HEIC), a PDF or an Excel file, or the file is damaged.'

/** The body of the service; undefined for another one, such as a page of a proxy. */
function bodyOf(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}
