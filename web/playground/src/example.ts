/** An example of the playground: `examples/<group>/<name>.graphql`, and `<name>.json` if it has variables. */
export interface Example {
  /** Its folder. */
  readonly group: string
  /** The name of its file. */
  readonly name: string
  /** The first line of the file, without `#`. */
  readonly title: string
  readonly query: string
  /** JSON, in which `{"first": "<list>"}` stands for the id of a record; empty if the query has no variables. */
  readonly variables: string
}
