import { Client } from './client.js'
import { graphql } from './generated/index.js'

const OVERDUE_ASSETS = graphql(`
  query OverdueAssets($after: String) {
    assets(first: 100, after: $after, filter: { overdue: true }) {
      nodes {
        code
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
const RENAME_SITE = graphql(`
  mutation RenameSite($input: UpdateSiteInput!) {
    updateSite(input: $input) {
      userErrors {
        field
        message
      }
    }
  }
`)

export async function signIn(url: string, username: string, password: string): Promise<Client> {
  const client = new Client({ url })
  await client.signIn(username, password)
  return client
}

/** Reads page after page. */
export async function readOverdueCodes(client: Client): Promise<string[]> {
  const codes: string[] = []
  for await (const { code } of client.nodes(OVERDUE_ASSETS, {}, 'assets')) codes.push(code)
  return codes
}

/** Returns the errors of the input. Other errors are thrown. */
export async function renameSite(client: Client, id: string, name: string) {
  const { updateSite } = await client.request(RENAME_SITE, { input: { id, name } })
  return updateSite?.userErrors ?? []
}
