import { sendAsUser } from './session.js'

export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly scopes: readonly string[] | null
}

interface NewKey {
  readonly name: string
  readonly scopes: readonly string[]
  /** The id of the user that the key acts for. */
  readonly actsAs: string
}

const READ = `query Keys { company { apiKeys(first: 100, filter: { revoked: false }) {
  nodes { id name prefix scopes } } } }`
const CREATE = `mutation CreateKey($input: CreateApiKeyInput!) { createApiKey(input: $input) {
  key userErrors { message } } }`
const REVOKE = `mutation RevokeKey($id: ID!) { revokeApiKey(input: { id: $id }) {
  userErrors { message } } }`

/** The first hundred keys of the company that are not revoked. */
export async function readKeys(): Promise<readonly ApiKey[]> {
  const { company } = await request<{ company: { apiKeys: { nodes: ApiKey[] } } }>(READ)
  return company.apiKeys.nodes
}

/** Returns the key itself, which cannot be read later. */
export async function createKey(input: NewKey): Promise<string> {
  const { createApiKey } = await request<{ createApiKey: { key: string } }>(CREATE, { input })
  return createApiKey.key
}

export const revokeKey = (id: string): Promise<object> => request(REVOKE, { id })

/** The data of the response. Rejects with the first error. */
async function request<Data extends object>(query: string, variables?: object): Promise<Data> {
  const { response } = await sendAsUser({ query, variables })
  const data = response.data ?? {}
  const payloads = Object.values(data) as ({ userErrors?: { message: string }[] } | null)[]
  const [refusal] = payloads.flatMap((payload) => payload?.userErrors ?? [])
  const error = response.errors?.[0] ?? refusal
  if (error) throw new Error(error.message)
  return data as Data
}
