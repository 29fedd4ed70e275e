/** What a tab of the editor sends. */
export interface Operation {
  readonly query: string
  readonly variables: object | undefined
  readonly operationName: string | undefined
}
