import type { Database } from '../db/connect.js'
import { authenticateApiKey } from '../domain/api-key/authenticate-api-key.js'
import { addressForbidden } from '../domain/api-key/used-key.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'
import type { Access } from './access.js'
import type { Owner } from './owner.js'

/** The owner of the API key, which the interface requires. Throws UNAUTHENTICATED if it is missing or invalid. */
export async function requireKeyOwner(
  access: Pick<Access, 'credentials' | 'allowsAddress' | 'identify' | 'noteUse'>,
  db: Database,
  message: string | undefined,
): Promise<Owner> {
  const { apiKeyHash: hash, companyOfKey: companyId } = access.credentials
  const found = hash && (await authenticateApiKey(db, { hash, companyId }))
  if (!found) throw unauthenticated(message)
  const { key } = found
  if (!access.allowsAddress([key])) throw addressForbidden()
  const owner = { companyId: found.companyId, apiKeyId: key.id }
  access.identify(owner)
  access.noteUse(owner.companyId, [key])
  return owner
}
