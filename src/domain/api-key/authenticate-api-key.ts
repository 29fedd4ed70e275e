import type { Database } from '../../db/connect.js'
import { hashSecret } from '../credential/secret.js'
import { noteApiKeyUse } from './note-api-key-use.js'

/** Finds the company of an API key; undefined if the key is unknown, revoked or expired. */
export async function authenticateApiKey(db: Pick<Database, 'forCaller'>, key: string) {
  const hash = hashSecret(key)
  const ofKey = db.forCaller({ credential: { lookup: 'company_of_api_key', hash } })
  const { rows } = await ofKey.query<{ apiKeyId: number; companyId: number }>({
    name: 'authenticate-api-key',
    text: AUTHENTICATE_API_KEY,
    values: [hash],
  })
  if (rows[0]) noteApiKeyUse(db, key)
  return rows[0]
}

const AUTHENTICATE_API_KEY = `
select k.id as "apiKeyId", k.company_id as "companyId"
from api_key k
join company c on c.id = k.company_id
where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
  and c.deleted_at is null`
