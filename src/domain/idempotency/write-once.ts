import { deserialize, serialize } from 'node:v8'
import { decrypt, encrypt } from '../credential/encryption.js'
import { type Domain, transaction, type TransactionDomain } from '../domain.js'
import {
  checkKey,
  hashesOf,
  type IdempotentRequest,
  keyHashOf,
  reusedKey,
} from './idempotency-key.js'

const PURPOSE = 'answer to a request with an idempotency key'

/**
 * Writes once for all requests with the same key. The first one runs `write` and stores its answer, in the transaction
 * of the write. Others get the stored answer; concurrent ones wait for the first. If `write` rejects, nothing is
 * stored, so a retry is executed. Throws INVALID if the key was used with another payload.
 *
 * All checks must be inside `write`: a retry returns the stored answer, and a check before it could fail because of
 * data that the first request changed.
 */
export async function writeOnce<Answer>(
  domain: Domain,
  request: IdempotentRequest,
  write: (tx: TransactionDomain) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly isReplay: boolean }> {
  checkKey(request)
  const { hash, requestHash } = hashesOf(domain.viewer, request)
  const db = domain.db.forCaller({ actor: { key: keyHashOf(domain.viewer, request.key) } })
  return transaction({ ...domain, db }, async (tx) => {
    const stored = await claim(tx, hash, requestHash)
    if (!stored.requestHash.equals(requestHash)) throw reusedKey(request)
    if (stored.answer) {
      const answer = deserialize(decrypt(request.key, PURPOSE, stored.answer)) as Answer
      return { answer, isReplay: true }
    }
    const answer = await write(tx)
    await store(tx, hash, encrypt(request.key, PURPOSE, serialize(answer)))
    return { answer, isReplay: false }
  })
}

interface StoredAnswer {
  readonly requestHash: Buffer
  /** Null: this transaction has claimed the key. */
  readonly answer: Buffer | null
}

/** Claims a key. If another transaction has claimed it, waits for its end. */
async function claim({ db, viewer }: Domain, hash: Buffer, requestHash: Buffer) {
  const values = [viewer.companyId, hash, requestHash]
  const { rows } = await db.write<StoredAnswer>({ name: 'claim-key', text: CLAIM, values })
  if (!rows[0]) throw new Error('expected one row, got none')
  return rows[0]
}

async function store({ db, viewer }: Domain, hash: Buffer, answer: Buffer): Promise<void> {
  const values = [viewer.companyId, hash, answer]
  await db.write({ name: 'store-answer', text: STORE, values })
}

// The time of the statement is the default of `excluded.created_at`.
const IS_VALID = "excluded.created_at - stored.created_at < interval '24 hours'"

// The row of an expired key is used again. Otherwise the update changes nothing: it only makes the statement return the
// row, which has an answer, because the transaction that inserted it has committed.
const CLAIM = `
insert into idempotency_key as stored (company_id, hash, request_hash)
values ($1, $2, $3)
on conflict (company_id, hash) do update
set request_hash = case when ${IS_VALID} then stored.request_hash else excluded.request_hash end,
    answer = case when ${IS_VALID} then stored.answer end,
    created_at = case when ${IS_VALID} then stored.created_at else excluded.created_at end
returning request_hash as "requestHash", answer`

const STORE = `
update idempotency_key set answer = $3 where company_id = $1 and hash = $2`
