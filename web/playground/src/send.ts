export interface GraphQLRequest {
  readonly query: string
  readonly variables?: unknown
  readonly operationName?: string | null
  readonly extensions?: object
}

export interface GraphQLResponse {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly { message: string; extensions?: { code?: string } }[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

export interface Exchange {
  readonly response: GraphQLResponse
  /** From the first byte of the request to the last byte of the response. */
  readonly milliseconds: number
  /** The length of the response's text, without compression. */
  readonly bytes: number
}

/** Sends a request to the service. Rejects if the response is not JSON, or if there is none. */
export async function send(
  request: GraphQLRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<Exchange> {
  const start = performance.now()
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(request),
  })
  const text = await answer.text()
  const milliseconds = performance.now() - start
  const response = parse(text)
  if (!response) throw new Error(`The service answered ${answer.status} without JSON.`)
  return { response, milliseconds, bytes: new TextEncoder().encode(text).length }
}

function parse(text: string): GraphQLResponse | undefined {
  try {
    return JSON.parse(text) as GraphQLResponse
  } catch {
    return undefined
  }
}
