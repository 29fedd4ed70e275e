import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import { API_URL, session } from './session.js'

/** Why a request has no result, and what the queue does with it: see docs/devices.md. */
export class Failure extends Error {
  constructor(
    /** `later`: send it again. `final`: it would fail again. `resync`: the lists must be read again. `signed out`: sign in. */
    readonly kind: 'later' | 'final' | 'resync' | 'signed out',
    message: string,
  ) {
    super(message)
  }
}

const KINDS: Readonly<Record<string, Failure['kind']>> = {
  RATE_LIMITED: 'later',
  UNAVAILABLE: 'later',
  RESYNC: 'resync',
}
const NO_NETWORK = 'The service cannot be reached.'

/** Sends a document. Throws `Failure`. */
export async function ask<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const body = JSON.stringify({ query: print(document), variables })
  const response = await send('/graphql', body, 'application/json')
  const { data, errors } = parse(await response.text()) as {
    data?: Data
    errors?: readonly { message: string; extensions?: { code?: string } }[]
  }
  const [error] = errors ?? []
  if (error) throw new Failure(KINDS[error.extensions?.code ?? ''] ?? 'final', error.message)
  // The response of a proxy, or the sign-in page of a network.
  if (!data) throw new Failure('later', NO_NETWORK)
  return data
}

/** Uploads a file under the id that the device has chosen: a repeated upload has the same result. */
export async function upload(id: string, name: string, content: Blob): Promise<void> {
  const form = new FormData()
  form.append('id', id)
  form.append('file', content, name)
  const response = await send('/documents', form)
  const body = parse(await response.text()) as { id?: string; message?: string }
  if (response.ok && body.id) return
  const { status } = response
  // Each refusal of the service has a message; the page of a proxy or of a network has none.
  const isRefusal = status < 500 && ![408, 429].includes(status) && body.message
  throw new Failure(
    isRefusal || status === 413 ? 'final' : 'later',
    `The service has not accepted the photograph (${status}).`,
  )
}

const signedOut = () => new Failure('signed out', 'Please sign in.')

/** Sends a request, again with a new access token if the first one has expired. */
async function send(path: string, body: BodyInit, type?: string): Promise<Response> {
  const { accessToken } = session
  const first = accessToken === '' ? undefined : await post(path, body, type)
  if (first && first.status !== 401) return first
  await session.refresh(accessToken).catch((error: unknown) => {
    const isOver = error instanceof Error && error.cause === 'UNAUTHENTICATED'
    throw isOver ? signedOut() : new Failure('later', NO_NETWORK)
  })
  const second = await post(path, body, type)
  if (second.status === 401) throw signedOut()
  return second
}

const post = (path: string, body: BodyInit, type?: string): Promise<Response> =>
  fetch(`${API_URL}${path}`, {
    method: 'POST',
    signal: session.ending.signal,
    headers: {
      authorization: `Bearer ${session.accessToken}`,
      ...(type ? { 'content-type': type } : {}),
    },
    body,
  }).catch(() => {
    throw new Failure('later', NO_NETWORK)
  })

/** A proxy may respond with a page of its own. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
