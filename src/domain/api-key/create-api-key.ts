import { authorise } from '../access/policy.js'
import { type Domain, inTransaction } from '../domain.js'
import { insertRecord } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { newApiKey } from './api-key-secret.js'

export interface NewApiKey {
  readonly name: string
  /** When the key becomes invalid and its sessions end. Absent or null: never. */
  readonly expiresAt?: Date | null | undefined
}

/** Creates an API key of the company. Returns the key itself, which cannot be read later. */
export async function createApiKey(domain: Domain, input: NewApiKey) {
  authorise(domain.viewer, 'createApiKey')
  const errors = new ValidationErrors()
  const name = errors.text('name', input.name)
  const { expiresAt } = input
  const createdAt = domain.now()
  if (expiresAt) {
    errors.instant('expiresAt', expiresAt)
    if (expiresAt <= createdAt)
      errors.add('OUT_OF_RANGE', 'expiresAt', 'A future time is expected.')
  }
  errors.throwIfAny()

  const { userId } = domain.viewer
  const { key, ...stored } = newApiKey()
  const columns = { userId, name, createdAt, expiresAt: expiresAt ?? null, ...stored }
  return inTransaction(domain, async (tx) => ({
    ...(await insertRecord(tx, 'ApiKey', columns)),
    key,
  }))
}
