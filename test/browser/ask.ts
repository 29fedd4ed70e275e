import { inject } from 'vitest'

/** Sends queries as a user of the demo, without a browser. Returns `data`. */
export type Ask = (query: string, variables?: object) => Promise<any> // oxlint-disable-line typescript/no-explicit-any -- each test knows its response

export async function askAs(username: string): Promise<Ask> {
  const headers = { authorization: `Bearer ${await tokenOf(username)}` }
  return (query, variables = {}) => send({ query, variables }, headers)
}

/** The nodes of a list of documents that users have uploaded. The service makes the report of a record a moment after it: it may be there or not. */
export const uploadsIn = <Node extends { readonly report: boolean }>({
  nodes,
}: {
  nodes: readonly Node[]
}) => nodes.filter(({ report }) => !report).map(({ report: _, ...node }) => node)

/** An access token of a user of the demo. */
export async function tokenOf(username: string): Promise<string> {
  const { login } = await send({
    query: `mutation { login(input: { username: "${username}", password: "demo-password" }) { accessToken } }`,
  })
  return login.accessToken
}

async function send(body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${inject('service')}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const { data, errors } = (await response.json()) as { data?: any; errors?: unknown } // oxlint-disable-line typescript/no-explicit-any -- see above
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}
