import type { Headers } from '../load/load.js'
import type { Server } from '../servers/server.js'

/**
 * Sends a request that differs from all others: in turn a new document, a new search, a syntax error, an unknown token,
 * and a page size that is too large.
 */
export async function sendOddRequest(
  { port }: Server,
  client: Headers,
  number: number,
): Promise<void> {
  const [query, headers] = oddRequest(client, number)
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
  await response.text()
}

function oddRequest(client: Headers, number: number): [string, Headers] {
  switch (number % 5) {
    case 0:
      return [
        `{ sites(first: ${1 + (number % 50)}, offset: ${number % 997}) { nodes { id n${number}: name } } }`,
        client,
      ]
    case 1:
      return [
        `{ assets(filter: { search: "${number}" }, first: 5) { nodes { code customFieldValues { label } } pageInfo { endCursor } } }`,
        client,
      ]
    case 2:
      return [`{ nothing${number} `, client]
    case 3:
      return ['{ viewer { role } }', { authorization: `Bearer fis_access_${number}` }]
    default:
      return [`{ sites(first: ${100 + number}) { totalCount } }`, client]
  }
}
