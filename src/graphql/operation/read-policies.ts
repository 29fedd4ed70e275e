import { allows } from '../../domain/access/authorise.js'
import { type Operation, policy } from '../../domain/access/policy.js'
import type { Viewer } from '../../domain/access/viewer.js'
import type { TypedField } from './typed-fields.js'

/**
 * The key in `policy`, the access control table, for reading a type: `apiKeys` for `ApiKey`, its edge and its connection,
 * `auditEntries` for `AuditEntry`. A type can be reached through several fields, including `node`; reading it requires the
 * same role for each of them.
 */
export function readPolicy(typeName: string): Operation | undefined {
  const type = typeName.replace(/(Connection|Edge)$/, '')
  const plural = `${type.charAt(0).toLowerCase()}${type.slice(1)}s`
  const name = plural.replace(/(?<![aeiou])ys$/, 'ies')
  return name in policy ? (name as Operation) : undefined
}

/** Whether the viewer's role may read records of a type. */
export function mayRead(viewer: Viewer, typeName: string): boolean {
  const operation = readPolicy(typeName)
  return operation === undefined || allows(viewer, operation)
}

/** The keys in `policy` for the types whose fields are selected. */
export const readPolicies = (fields: readonly TypedField[]): Operation[] => [
  ...new Set(fields.flatMap(({ parent }) => readPolicy(parent.name) ?? [])),
]
