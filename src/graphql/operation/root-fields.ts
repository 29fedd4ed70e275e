import {
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql'
import { tooComplex } from '../errors.js'

/** The maximum number of root fields of an operation. */
const MAX_ROOT_FIELDS: Readonly<Record<OperationTypeNode, number>> = {
  [OperationTypeNode.QUERY]: 50,
  [OperationTypeNode.MUTATION]: 10,
  [OperationTypeNode.SUBSCRIPTION]: 1,
}

/**
 * The names of an operation's root fields. Visits each fragment once, because nested fragments can expand to billions
 * of fields.
 */
export function rootFieldNames(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  { selectionSet }: OperationDefinitionNode,
): string[] {
  const names: string[] = []
  const visited = new Set<string>()
  const collect = (set: SelectionSetNode | undefined) => {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) names.push(node.name.value)
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet)
      else if (!visited.has(node.name.value)) {
        visited.add(node.name.value)
        collect(fragments.get(node.name.value)?.selectionSet)
      }
    }
  }
  collect(selectionSet)
  return names
}

/** Refuses an operation with too many root fields. At most one `login` is allowed, because password hashing is slow. */
export function refuseRootFields(operation: OperationTypeNode, names: readonly string[]): void {
  const limit = MAX_ROOT_FIELDS[operation]
  if (names.length > limit) {
    throw tooComplex(
      `The ${operation} has ${names.length} root fields; at most ${limit} are allowed.`,
    )
  }
  if (names.filter((name) => name === 'login').length > 1) {
    throw tooComplex('The mutation has several logins; at most one is allowed.')
  }
}
