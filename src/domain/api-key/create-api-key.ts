import { authorise } from '../access/policy.js'
import type { Domain } from '../domain.js'
import { insertRecord } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { newApiKey } from './api-key-secret.js'

/** Creates an API key of the company. Returns the key itself, which cannot be read later. */
export async function createApiKey(domain: Domain, input: { readonly name: string }) {
  authorise(domain.viewer, 'createApiKey')
  const errors = new ValidationErrors()
  const name = errors.text('name', input.name)
  errors.throwIfAny()

  const { userId } = domain.viewer
  const { key, ...stored } = newApiKey()
  const columns = { userId, name, createdAt: domain.now(), ...stored }
  return { ...(await insertRecord(domain, 'ApiKey', columns)), key }
}
