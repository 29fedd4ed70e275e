import { OperationTypeNode } from 'graphql'
import { tooComplex } from '../errors.js'

/** The maximum number of root fields of an operation. */
const MAX_ROOT_FIELDS: Readonly<Record<OperationTypeNode, number>> = {
  [OperationTypeNode.QUERY]: 50,
  [OperationTypeNode.MUTATION]: 10,
  [OperationTypeNode.SUBSCRIPTION]: 1,
}

/** Refuses an operation with too many root fields. A request may sign in once, because hashing a password is slow. */
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
