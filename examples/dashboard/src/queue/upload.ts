import { API_URL, type OpenSession } from '../session.js'
import type { QueuedFile } from './entry.js'
import { type Outcome, uploadOutcome } from './response.js'

interface Upload {
  readonly file: QueuedFile
  readonly content: Blob
  readonly tokens: OpenSession['tokens']
  readonly signal: AbortSignal
  /** Gets the share that is sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

const UNAUTHORIZED = 401

/** Sends a file, again with a new token if the access token has expired. */
export async function upload({ tokens, ...request }: Upload): Promise<Outcome> {
  const { accessToken } = tokens
  const response = await post(request, accessToken)
  if (response.status !== UNAUTHORIZED) return outcomeOf(response)
  try {
    await tokens.refresh(accessToken)
  } catch {
    return { kind: 'later' }
  }
  return outcomeOf(await post(request, tokens.accessToken))
}

const outcomeOf = (request: XMLHttpRequest) =>
  uploadOutcome(request.status, request.getResponseHeader('retry-after'), request.responseText)

/** With XMLHttpRequest, because `fetch` does not report the progress of an upload. Without a response, the status is 0. */
function post(
  { file, content, signal, onProgress }: Omit<Upload, 'tokens'>,
  accessToken: string,
): Promise<XMLHttpRequest> {
  const form = new FormData()
  form.append('id', file.id)
  form.append('file', content, file.name)
  const request = new XMLHttpRequest()
  request.open('POST', `${API_URL}/documents`)
  request.setRequestHeader('authorization', `Bearer ${accessToken}`)
  request.upload.onprogress = ({ loaded, total }) => {
    onProgress(loaded / total)
  }
  const abort = () => {
    request.abort()
  }
  signal.addEventListener('abort', abort)
  return new Promise((resolve) => {
    request.onloadend = () => {
      signal.removeEventListener('abort', abort)
      resolve(request)
    }
    request.send(form)
  })
}
