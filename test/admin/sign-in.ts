const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

// oxlint-disable-next-line typescript/no-explicit-any -- each test knows its response
const bodyOf = async (response: Response) => (await response.json()) as any

export interface Login {
  readonly username: string
  readonly password: string
}

export const graphql = (address: string, query: string, variables: object, token?: string) =>
  fetch(
    `${address}/graphql`,
    json({ query, variables }, token === undefined ? {} : { authorization: `Bearer ${token}` }),
  )

const LOGIN = `mutation ($username: String!, $password: String!) {
  login(input: { username: $username, password: $password }) { accessToken } }`

/** The access token of a GraphQL sign-in; null if it is refused. */
export async function signIn(address: string, login: Login): Promise<string | null> {
  const { data } = await bodyOf(await graphql(address, LOGIN, login))
  return (data?.login?.accessToken ?? null) as string | null
}

/** The email address of a token's user; null if the token is refused. */
export async function viewerOf(address: string, token: string): Promise<string | null> {
  const { data } = await bodyOf(await graphql(address, '{ viewer { user { email } } }', {}, token))
  return (data?.viewer?.user?.email ?? null) as string | null
}

/** The status of a token request with a client's credentials and a user's password. */
export const tokenStatus = async (
  address: string,
  client: { id: string; secret: string },
  login: Login,
) => {
  const body = { grant_type: 'password', client_id: client.id, client_secret: client.secret }
  return (await fetch(`${address}/oauth/token`, json({ ...body, ...login }))).status
}

/** The status of a sign-in with an API key. */
export const keyStatus = async (address: string, key: string, login: Login) =>
  (await fetch(`${address}/api/authentication/login`, json(login, { 'x-api-key': key }))).status
