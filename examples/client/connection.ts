/** A Relay connection in a response, selected with its `pageInfo`, and `nodes` or `edges`. */
export type Connection = PageInfo & (Nodes | Edges)

interface PageInfo {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null }
}
interface Nodes {
  readonly nodes: readonly unknown[]
}
interface Edges {
  readonly edges: readonly { readonly node: unknown }[]
}

/** The paths of the connections in a response, such as `sites` or `client.sites`. A path does not lead through lists. */
export type ConnectionPath<Data> = {
  [Key in keyof Data & string]: PathFrom<Key, NonNullable<Data[Key]>>
}[keyof Data & string]

type PathFrom<Key extends string, Value> = Value extends Connection
  ? Key
  : Value extends readonly unknown[]
    ? never
    : Value extends object
      ? `${Key}.${ConnectionPath<Value>}`
      : never

/** The connection at a path. */
export type ConnectionAt<Data, Path extends string> = Path extends `${infer Key}.${infer Rest}`
  ? Key extends keyof Data
    ? ConnectionAt<NonNullable<Data[Key]>, Rest>
    : never
  : Path extends keyof Data
    ? NonNullable<Data[Path]>
    : never

export type NodeOf<Page> = Page extends { readonly nodes: readonly (infer Node)[] }
  ? Node
  : Page extends { readonly edges: readonly { readonly node: infer Node }[] }
    ? Node
    : never

/** Throws if a record on the path is null, for example because its id does not exist. */
export function connectionAt<Data, Path extends ConnectionPath<Data>>(
  data: Data,
  path: Path,
): ConnectionAt<Data, Path> & Connection {
  let value: unknown = data
  for (const key of path.split('.')) {
    value = (value as Record<string, unknown>)[key]
    if (value == null) throw new Error(`${key} of ${path} is null.`)
  }
  return value as ConnectionAt<Data, Path> & Connection
}

export const nodesOf = <Page>(page: Page & Connection): readonly NodeOf<Page>[] =>
  ('nodes' in page ? page.nodes : page.edges.map(({ node }) => node)) as readonly NodeOf<Page>[]
