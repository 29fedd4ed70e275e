import type { Database } from '../../db/connect.js'
import { findCompanyOfSecret } from '../credential/company-of-secret.js'
import { KEY_IS_VALID, USED_KEY, type UsedKey } from './used-key.js'

interface GivenKey {
  readonly hash: Buffer
  /** The company that the key names; undefined for keys of release 1.1. */
  readonly companyId?: number | undefined
}

/** Finds an API key and its company by the key's hash; undefined if the key is unknown, revoked or expired. */
export async function authenticateApiKey(
  db: Pick<Database, 'read' | 'forCaller'>,
  { hash, companyId: named }: GivenKey,
) {
  const lookup = 'company_of_api_key'
  const companyId = named ?? (await findCompanyOfSecret(db, { lookup, hash }))
  if (companyId === undefined) return undefined
  const credential = { lookup, hash, companyId } as const
  const { rows } = await db.forCaller({ credential }).read<{ key: UsedKey }>({
    name: 'authenticate-api-key',
    text: AUTHENTICATE_API_KEY,
    values: [companyId, hash],
  })
  return rows[0] && { companyId, key: rows[0].key }
}

const AUTHENTICATE_API_KEY = `
select ${USED_KEY} as key from api_key
where company_id = $1 and hash = $2 and ${KEY_IS_VALID}
  and exists (select 1 from company where id = $1 and deleted_at is null)`
