import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/connect.js'

/** All instances together write at most once per key in this time. */
const INTERVAL_MS = 60_000

/** The size of the LRU cache. The use of a key that was evicted costs a statement that changes no row. */
const MAX_KEYS = 10_000

/** The keys whose use this process has stored recently. Only a cache: the statement checks the interval, too. */
const recent = new LRUCache<string, true>({ max: MAX_KEYS, ttl: INTERVAL_MS })

/**
 * Stores the time of a request with a valid API key, at most once a minute. Returns immediately: the statement is sent
 * later, and the request does not wait for it. If it fails, the next request with the key tries again.
 */
export function noteApiKeyUse(
  db: Pick<Database, 'forCaller'>,
  companyId: number,
  hash: Buffer,
): void {
  const id = hash.toString('base64')
  if (recent.has(id)) return
  recent.set(id, true)
  setImmediate(() => {
    const values = [companyId, hash, INTERVAL_MS]
    db.forCaller({ companyId, disconnect: undefined, use: undefined, actor: undefined })
      .write({ name: 'note-api-key-use', text: NOTE_USE, values })
      .catch(() => {
        recent.delete(id)
      })
  })
}

const NOTE_USE = `
update api_key set last_used_at = now()
where company_id = $1 and hash = $2
  and (last_used_at is null or last_used_at <= now() - $3::int * interval '1 millisecond')`
