import { type Operation, policy } from '../../domain/access/policy.js'
import type { TypedField } from './typed-fields.js'

/**
 * The keys in `policy`, the access control table, for the types whose fields are selected: `apiKeys` for `ApiKey` and
 * `ApiKeyConnection`, `auditEntries` for `AuditEntry`. A type can be reached from several root fields, including
 * `node`; reading it requires the same role for each of them.
 */
export function readPolicies(fields: readonly TypedField[]): Operation[] {
  const names = fields.map(({ parent }) => {
    const type = parent.name.replace(/Connection$/, '')
    return `${type.charAt(0).toLowerCase()}${type.slice(1)}s`.replace(/(?<![aeiou])ys$/, 'ies')
  })
  return [...new Set(names)].filter((name) => name in policy) as Operation[]
}
