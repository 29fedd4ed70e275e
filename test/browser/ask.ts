import { inject } from 'vitest'

/** Sends queries as a user of the demo, without a browser. Returns `data`. */
export type Ask = (query: string, variables?: object) => Promise<any> // eslint-disable-line @typescript-eslint/no-explicit-any -- each test knows its response

export async function askAs(username: string): Promise<Ask> {
  const send = async (body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${inject('service')}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const { data, errors } = (await response.json()) as { data?: any; errors?: unknown } // eslint-disable-line @typescript-eslint/no-explicit-any -- see above
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }
  const { login } = await send({
    query: `mutation { login(input: { username: "${username}", password: "demo-password" }) { accessToken } }`,
  })
  const headers = { authorization: `Bearer ${login.accessToken}` }
  return (query, variables = {}) => send({ query, variables }, headers)
}
