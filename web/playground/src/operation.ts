import { getOperationAST, type OperationTypeNode, parse } from 'graphql'

/** What a tab of the editor sends. */
export interface Operation {
  readonly query: string
  readonly variables: object | undefined
  readonly operationName: string | undefined
}

interface Named {
  readonly query: string
  readonly operationName?: string | null | undefined
}

/** Undefined if the text is not a document, or if the name does not select one of its operations. */
export function kindOf({ query, operationName }: Named): OperationTypeNode | undefined {
  try {
    return getOperationAST(parse(query), operationName)?.operation
  } catch {
    return undefined
  }
}
