import { Agent } from 'node:http'
import { rawRequest } from '../support/raw-request.js'

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/** A client with kept-alive connections. */
export function openClient(address: string, maxSockets: number) {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const post = async (
    path: string,
    body: string,
    given: Record<string, string> = {},
  ): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', ...given }
    const answer = await rawRequest(`${address}${path}`, { method: 'POST', headers, body, agent })
    return { status: answer.status, headers: answer.headers, body: answer.bytes.toString() }
  }
  const graphql = (query: string, token?: string, variables: object = {}) =>
    post(
      '/graphql',
      JSON.stringify({ query, variables }),
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    )
  return {
    post,
    graphql,
    close: () => {
      agent.destroy()
    },
  }
}

export type Client = ReturnType<typeof openClient>

const SIGN_IN = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }'

/** An access token of a demo user. */
export async function signIn(
  client: Client,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const { body } = await client.graphql(SIGN_IN, undefined, { input: { username, password } })
  const { data } = JSON.parse(body) as { data?: { login: { accessToken: string } } }
  if (!data) throw new Error(`expected tokens, got ${body}`)
  return data.login.accessToken
}
