import type { Headers } from '../load/load.js'
import type { Server } from './server.js'
import { PASSWORD, USERNAME } from './viewer.js'

/** The headers of signed-in clients: an entry for each client, with a session and a token of its own. */
export interface Clients {
  graphql: Headers[]
  A: Headers[]
  B: Headers[]
}

/** Fewer than `LOGIN_ATTEMPTS_PER_MINUTE` (10): the rate limit of an account counts its sign-ins in progress. */
const PARALLEL_SIGN_INS = 5

/** Signs in `count` clients to GraphQL, and as many to each REST set. */
export async function signIn(server: Server, count: number): Promise<Clients> {
  const graphql = await signInToGraphQL(server, count)
  const made = await post<{ data: { createApiKey: { key: string } } }>(
    server,
    '/graphql',
    { query: 'mutation { createApiKey(input: { name: "bench" }) { key } }' },
    graphql[0],
  )
  const apiKey = { 'x-api-key': made.data.createApiKey.key }
  return {
    graphql,
    A: await repeat(count, () => signInToSetA(server)),
    B: await repeat(count, () => signInToSetB(server, apiKey)),
  }
}

export const signInToGraphQL = (server: Server, count: number): Promise<Headers[]> =>
  repeat(count, () => logIn(server))

async function logIn(server: Server): Promise<Headers> {
  const { data } = await post<{ data: { login: { accessToken: string } } }>(server, '/graphql', {
    query: 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }',
    variables: { input: { username: USERNAME, password: PASSWORD } },
  })
  return { authorization: `Bearer ${data.login.accessToken}` }
}

async function signInToSetA(server: Server): Promise<Headers> {
  const { access_token } = await post<{ access_token: string }>(server, '/oauth/token', {
    grant_type: 'password',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
    username: USERNAME,
    password: PASSWORD,
  })
  return { authorization: `Bearer ${access_token}` }
}

async function signInToSetB(server: Server, apiKey: Headers): Promise<Headers> {
  const { accessToken } = await post<{ accessToken: string }>(
    server,
    '/api/authentication/login',
    { username: USERNAME, password: PASSWORD },
    apiKey,
  )
  return { ...apiKey, 'x-api-token': accessToken }
}

async function repeat<Result>(count: number, run: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < count) {
    const length = Math.min(PARALLEL_SIGN_INS, count - results.length)
    results.push(...(await Promise.all(Array.from({ length }, run))))
  }
  return results
}

/** Sends JSON and returns the JSON of the response. Throws for errors. */
export async function post<Answer>(
  { name, port }: Server,
  path: string,
  body: object,
  headers: Headers = {},
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Answer & { errors?: unknown }
  if (!response.ok || answer.errors) {
    throw new Error(`${name}, ${path}: ${JSON.stringify(answer).slice(0, 500)}`)
  }
  return answer
}
