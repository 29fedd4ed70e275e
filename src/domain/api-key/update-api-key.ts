import { authorise } from '../access/authorise.js'
import { type Changed, type Domain, inTransaction } from '../domain.js'
import { requireForUpdate } from '../record/require-record.js'
import type { Change } from '../record/update-record.js'
import { sendChange, changes } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkLimits, storedLimit } from './api-key-limits.js'
import type { NewApiKey } from './create-api-key.js'

/** The user that a key acts for cannot be changed. */
export type ApiKeyChange = Change<Omit<NewApiKey, 'actsAs'>>

/**
 * Updates an API key of the company that is not revoked. New limits apply to the next request with the key, and to that of
 * each session that was opened with it. Throws StaleError.
 */
export async function updateApiKey(domain: Domain, input: ApiKeyChange): Promise<Changed> {
  authorise(domain.viewer, 'updateApiKey')
  return inTransaction(domain, async (tx) => {
    const key = await requireForUpdate(tx, 'ApiKey', input.id, input)
    const errors = new ValidationErrors(domain)
    const name = errors.text('name', input.name)
    const limits = checkLimits(errors, input, domain.now())
    if (key.revokedAt) errors.add('WRONG_STATE', 'id', 'This API key is revoked.')
    if (key.actsAsId !== null && limits.scopes === null) {
      errors.add('REQUIRED', 'scopes', 'A key that acts for a user needs scopes.')
    }
    errors.throwIfAny()
    if (!changes(key, { name, ...limits })) return { id: key.id }
    const scopes = storedLimit(limits.scopes)
    const addressRanges = storedLimit(limits.addressRanges)
    const data = { name, ...limits, scopes, addressRanges }
    return sendChange(tx, 'ApiKey', key, data, { partsChanged: true })
  })
}
