import { authorise } from '../access/authorise.js'
import type { Scope } from '../access/scope.js'
import { type Created, type Domain, inTransaction, type RecordKey } from '../domain.js'
import { insertRecord } from '../record/write-record.js'
import { lockActiveUser } from '../user/lock-active-user.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkLimits, storedLimit } from './api-key-limits.js'
import { newApiKey } from './api-key-secret.js'

export interface NewApiKey {
  readonly name: string
  /** When the key becomes invalid and its sessions end. Absent or null: never. */
  readonly expiresAt?: Date | null | undefined
  /** What the key may do, at most what its user may. Absent or null: what its user may. */
  readonly scopes?: readonly Scope[] | null | undefined
  /** The CIDR ranges from which the key may be used. Absent or null: any address. */
  readonly addressRanges?: readonly string[] | null | undefined
  /** The active user that the key acts for, without a token; the key then needs scopes. Absent or null: it needs a token. */
  readonly actsAs?: RecordKey | null | undefined
}

/** Creates an API key of the company. Returns the key itself, which cannot be read later. */
export async function createApiKey(
  domain: Domain,
  input: NewApiKey,
): Promise<Created & { readonly key: string }> {
  authorise(domain.viewer, 'createApiKey')
  const errors = new ValidationErrors(domain)
  const name = errors.text('name', input.name)
  const { scopes, addressRanges, expiresAt } = checkLimits(errors, input, domain.now())
  if (input.actsAs && !input.scopes) {
    errors.add('REQUIRED', 'scopes', 'A key that acts for a user needs scopes.')
  }
  const { userId, companyId } = domain.viewer
  const { key, ...stored } = newApiKey(companyId)
  return inTransaction(domain, async (tx) => {
    const actsAsId = await lockActiveUser(tx, errors, 'actsAs', input.actsAs)
    errors.throwIfAny()
    const createdAt = domain.now()
    const created = await insertRecord(tx, 'ApiKey', {
      ...stored,
      name,
      expiresAt,
      userId,
      actsAsId,
      scopes: storedLimit(scopes),
      addressRanges: storedLimit(addressRanges),
      createdAt,
      updatedAt: createdAt,
    })
    return { ...created, key }
  })
}
