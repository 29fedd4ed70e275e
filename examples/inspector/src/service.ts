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
  const { text } = await send('/graphql', body, 'application/json')
  const { data, errors } = parse(text) as {
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
  const { status, ok, text } = await send('/documents', form)
  const body = parse(text) as { id?: string; message?: string }
  if (ok && body.id) return
  // Each refusal of the service has a message; the page of a proxy or of a network has none.
  const isRefusal = status < 500 && ![408, 429].includes(status) && body.message
  throw new Failure(
    isRefusal || status === 413 ? 'final' : 'later',
    `The service has not accepted the photograph (${status}).`,
  )
}

const signedOut = () => new Failure('signed out', 'Please sign in.')

/** A response with its whole body. */
interface Received {
  readonly status: number
  readonly ok: boolean
  readonly text: string
}

/** Sends a request, again with a new access token if the first one has expired. */
async function send(path: string, body: BodyInit, type?: string): Promise<Received> {
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

async function post(path: string, body: BodyInit, type?: string): Promise<Received> {
  try {
    const response = await fetch(`${API_URL}${path}`, {
      method: 'POST',
      signal: session.ending.signal,
      headers: {
        authorization: `Bearer ${session.accessToken}`,
        ...(type ? { 'content-type': type } : {}),
      },
      body,
    })
    return { status: response.status, ok: response.ok, text: await response.text() }
  } catch {
    throw new Failure('later', NO_NETWORK)
  }
}

/** A proxy may respond with a page of its own. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
