import type { Database } from '../../db/connect.js'
import { findCompanyOfSecret } from '../credential/company-of-secret.js'
import { noteApiKeyUse } from './note-api-key-use.js'

/** Finds the company of an API key by the key's hash; undefined if the key is unknown, revoked or expired. */
export async function authenticateApiKey(db: Pick<Database, 'read' | 'forCaller'>, hash: Buffer) {
  const companyId = await findCompanyOfSecret(db, { lookup: 'company_of_api_key', hash })
  if (companyId === undefined) return undefined
  const { rows } = await db.forCaller({ companyId }).read<{ apiKeyId: number; companyId: number }>({
    name: 'authenticate-api-key',
    text: AUTHENTICATE_API_KEY,
    values: [companyId, hash],
  })
  if (rows[0]) noteApiKeyUse(db, companyId, hash)
  return rows[0]
}

const AUTHENTICATE_API_KEY = `
select k.id as "apiKeyId", k.company_id as "companyId"
from api_key k
join company c on c.id = k.company_id
where k.company_id = $1 and k.hash = $2 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
  and c.deleted_at is null`
