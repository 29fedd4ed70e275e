import type { Database } from '../db/connect.js'
import { authenticateApiKey } from '../domain/api-key/authenticate-api-key.js'
import { addressForbidden, type UsedKey } from '../domain/api-key/used-key.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'
import type { RequestCredentials } from './credentials.js'
import type { Owner } from './owner.js'

/** What it needs of the `Access` of a request. */
interface KeyAccess {
  readonly credentials: RequestCredentials
  readonly allowsAddress: (keys: readonly UsedKey[]) => boolean
  readonly identify: (owner: Owner) => void
  readonly noteUse: (companyId: number, keys: readonly UsedKey[]) => void
}

/** The owner of the API key, which the interface requires. Throws UNAUTHENTICATED if it is missing or invalid. */
export async function requireKeyOwner(
  access: KeyAccess,
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
