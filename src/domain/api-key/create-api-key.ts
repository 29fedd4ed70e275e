import { authorise } from '../access/policy.js'
import type { Created, Domain } from '../domain.js'
import { insertRecord } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { newApiKey } from './api-key-secret.js'

/** Creates an API key of the company. Only this result has the key itself. */
export async function createApiKey(
  domain: Domain,
  input: { readonly name: string },
): Promise<Created & { key: string }> {
  authorise(domain.viewer, 'createApiKey')
  const errors = new ValidationErrors()
  const name = errors.text('name', input.name)
  errors.throwIfAny()

  const { userId } = domain.viewer
  const { key, ...stored } = newApiKey()
  const columns = { userId, name, createdAt: domain.now(), ...stored }
  return { ...(await insertRecord(domain, 'ApiKey', columns)), key }
}
