const PASSWORD = 'demo-password'

/** The users of the page, by the names that it gives them. */
export const ACCOUNTS: Readonly<Record<string, string>> = {
  admin: 'admin@harbour.example',
  technician: 'tech1@harbour.example',
}

export const credentialsOf = (user: string) => {
  const username = ACCOUNTS[user]
  if (username === undefined) throw new Error(`expected a user of the page, got ${user}`)
  return { username, password: PASSWORD }
}

/** An access token of a user. */
export async function tokenOf(address: string, user: string): Promise<string> {
  const { username, password } = credentialsOf(user)
  const query = `mutation { login(input: { username: "${username}", password: "${password}" }) { accessToken } }`
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data } = (await response.json()) as {
    readonly data: { readonly login: { readonly accessToken: string } }
  }
  return data.login.accessToken
}
