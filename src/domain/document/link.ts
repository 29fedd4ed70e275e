import { createHash, timingSafeEqual } from 'node:crypto'
import type { Scope } from '../../db/read/derived.js'

/*
 * A link opens a document without credentials. It names the document, its company and a time, and has a signature of the
 * document and the time: a keyed hash as in HMAC, with two random keys of the company. PostgreSQL computes it in the statement that
 * lists documents, so that a list with links needs no resolver.
 */

/** A link has the same URL for this many seconds, so that caches can use it. It is valid for one to two such periods. */
export const LINK_SECONDS = 900

type LinkScope = Pick<Scope, 'column' | 'company'>

/** The SQL of the path of a document, with the signature. */
export function linkPath({ column, company }: LinkScope): string {
  const expires = `((floor(extract(epoch from now()) / ${LINK_SECONDS})::bigint + 2) * ${LINK_SECONDS})::text`
  const secret = `(select x.link_secret from company x where x.id = ${company})`
  const key = (from: number) => `substr(${secret}, ${from}, 32)`
  const message = `convert_to(${column('uuid')}::text || ' ' || ${expires}, 'UTF8')`
  const signature = `encode(sha256(${key(33)} || sha256(${key(1)} || ${message})), 'hex')`
  return `'/documents/' || ${column('uuid')} || '?company=' || ${company}::text || '&expires=' || ${expires} || '&signature=' || ${signature}`
}

export interface Link {
  readonly companyId: number
  readonly uuid: string
  /** In seconds since 1970. */
  readonly expires: number
  /** In hexadecimal. */
  readonly signature: string
}

/** Whether a link has the signature that `linkPath` gives it. */
export function isSigned(secret: Uint8Array, { uuid, expires, signature }: Link): boolean {
  const hash = (key: Uint8Array, message: string | Uint8Array) =>
    createHash('sha256').update(key).update(message).digest()
  const inner = hash(secret.subarray(0, 32), `${uuid} ${expires}`)
  const expected = hash(secret.subarray(32, 64), inner)
  return (
    /^[0-9a-f]{64}$/.test(signature) && timingSafeEqual(Buffer.from(signature, 'hex'), expected)
  )
}
