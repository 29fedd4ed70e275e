import { options, type Tokens } from './options.js'
import { type Exchange, type GraphQLRequest, type GraphQLResponse, send } from './send.js'
import { createStore } from './store.js'

/** The user that all tabs of the editor send requests as. */
export interface User {
  readonly id: string
  readonly name: string
  /** Lower case, such as `admin`. */
  readonly role: string
  readonly company: string
}

/** In the session storage: another tab of the browser, and a browser that is opened again, do not have the tokens. */
const KEY = 'playground:session'
const SIGNED_OUT = 'null'

const LOGIN =
  'mutation Login($input: LoginInput!) { login(input: $input) { accessToken refreshToken userErrors { message } } }'
const REFRESH =
  'mutation Refresh($input: RefreshTokenInput!) { refreshToken(input: $input) { accessToken refreshToken } }'
const LOGOUT = 'mutation Logout { logout(input: {}) { userErrors { message } } }'
const VIEWER = 'query Viewer { viewer { role user { id email } company { name } } }'

/** The signed-in user; undefined while no user is signed in. */
export const user = createStore<User | undefined>(undefined)

let tokens: Tokens | undefined
let refreshing: Promise<boolean> | undefined

/** Continues the session of the browser's tab; without one, that of the demo. */
async function openSession(): Promise<void> {
  const stored = sessionStorage.getItem(KEY)
  if (stored === SIGNED_OUT) return
  const known = [stored === null ? undefined : (JSON.parse(stored) as Tokens), options.session]
  for (const candidate of known) {
    if (candidate && (await adopt(candidate).then(isDone, isNotDone))) return
  }
}

const isDone = () => true
const isNotDone = () => false

/** Rejects with the service's message if the account or the password is wrong. */
export async function signIn(username: string, password: string): Promise<void> {
  const { response } = await send({ query: LOGIN, variables: { input: { username, password } } })
  const login = response.data?.['login'] as
    (Tokens & { readonly userErrors: readonly { readonly message: string }[] }) | null | undefined
  const refused = messageOf(response) ?? login?.userErrors[0]?.message
  if (!login || refused !== undefined) throw new Error(refused ?? 'The sign-in failed.')
  await adopt(login)
}

/** Sends this token or key in `Authorization` from now on. Rejects if the service refuses it. */
export const signInWithKey = (key: string): Promise<void> => adopt({ accessToken: key })

/** Ends the session of an account. A token or key is forgotten, but stays valid. */
export function signOut(): void {
  const ended = tokens
  forget()
  if (ended?.refreshToken !== undefined) void endSession(ended).catch(() => undefined)
}

/** If the access token has expired, ends the session with a new one. */
async function endSession({ accessToken, refreshToken }: Tokens): Promise<void> {
  const logOut = (token: string) => send({ query: LOGOUT }, { authorization: `Bearer ${token}` })
  if (!isRefused(await logOut(accessToken))) return
  const fresh = await exchange(refreshToken)
  if (fresh) await logOut(fresh.accessToken)
}

/** The headers with which the signed-in user sends requests, unless `headers` has credentials itself. */
export const headersAsUser = (headers: Readonly<Record<string, string>> = {}) =>
  hasCredentials(headers) || !tokens
    ? headers
    : { ...headers, authorization: `Bearer ${tokens.accessToken}` }

/** Sends a request as the signed-in user. If the access token has expired, refreshes it and sends the request again. */
export async function sendAsUser(
  request: GraphQLRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<Exchange> {
  const first = await send(request, headersAsUser(headers))
  if (!isRefused(first) || hasCredentials(headers) || !(await refresh())) return first
  return send(request, headersAsUser(headers))
}

const isRefused = ({ response }: Exchange) =>
  response.errors?.[0]?.extensions?.code === 'UNAUTHENTICATED'

const hasCredentials = (headers: Readonly<Record<string, string>>) =>
  Object.keys(headers).some((name) => /^(authorization|x-api-key|x-api-token)$/i.test(name))

/** Concurrent calls share one request, because each refresh token works once. Returns whether there are new tokens. */
const refresh = (): Promise<boolean> =>
  (refreshing ??= exchangeTokens().finally(() => (refreshing = undefined)))

async function exchangeTokens(): Promise<boolean> {
  const refreshToken = tokens?.refreshToken
  if (refreshToken === undefined) return false
  const fresh = await exchange(refreshToken)
  if (fresh) keep(fresh)
  else forget()
  return Boolean(fresh)
}

async function exchange(refreshToken: string | undefined): Promise<Tokens | null | undefined> {
  const { response } = await send({ query: REFRESH, variables: { input: { refreshToken } } })
  return response.data?.['refreshToken'] as Tokens | null | undefined
}

async function adopt(candidate: Tokens): Promise<void> {
  const before = tokens
  tokens = candidate
  const { response } = await sendAsUser({ query: VIEWER })
  const viewer = response.data?.['viewer'] as
    | { role: string; user: { id: string; email: string }; company: { name: string } }
    | null
    | undefined
  if (!viewer) {
    tokens = before
    throw new Error(messageOf(response) ?? 'The service refused the credentials.')
  }
  const { role, user: account, company } = viewer
  keep(tokens)
  user.set({
    id: account.id,
    name: account.email,
    role: role.toLowerCase(),
    company: company.name,
  })
}

const messageOf = ({ errors }: GraphQLResponse) => errors?.[0]?.message

function keep({ accessToken, refreshToken }: Tokens): void {
  tokens = { accessToken, ...(refreshToken !== undefined && { refreshToken }) }
  sessionStorage.setItem(KEY, JSON.stringify(tokens))
}

function forget(): void {
  tokens = undefined
  sessionStorage.setItem(KEY, SIGNED_OUT)
  user.set(undefined)
}

/** Is fulfilled when it is known whether a user is signed in. */
export const opened: Promise<void> = openSession()
