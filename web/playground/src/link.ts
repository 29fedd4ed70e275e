/** The operation of the page's address, such as `/graphql?query=…&variables=…&operationName=…`. */
export interface Link {
  readonly query: string
  /** JSON with comments; empty if there are none. */
  readonly variables: string
  /** Which operation of the query is meant; empty if the link names none. */
  readonly operationName: string
}

/** The example of an address such as `/graphql?example=set-b/list-sites`; undefined if it has none. */
export const readExampleName = (search: string): string | undefined =>
  new URLSearchParams(search).get('example') ?? undefined

/** Undefined if the address has no query. */
export function readLink(search: string): Link | undefined {
  const parameters = new URLSearchParams(search)
  const query = parameters.get('query')
  if (!query) return undefined
  return {
    query,
    variables: indented(parameters.get('variables') ?? ''),
    operationName: parameters.get('operationName') ?? '',
  }
}

/** The address that opens the playground with this operation. Empty parts are left out. */
export function linkTo(origin: string, link: Link): string {
  const parts = Object.entries(link).filter(([, text]) => text !== '')
  return `${origin}/graphql?${new URLSearchParams(parts as [string, string][]).toString()}`
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
