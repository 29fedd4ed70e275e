import { createHash, timingSafeEqual } from 'node:crypto'
import type { Scope } from '../../db/read/derived.js'
import { documentSizes } from './document-size.js'

/*
 * A link opens a document, or a smaller copy of an image, without credentials. It names the document, its company, a time and the
 * size, and has a signature of the document, the time and the size: a keyed hash as in HMAC, with two random keys of the company. PostgreSQL computes it in the statement that
 * lists documents, so that a list with links needs no resolver.
 */

/** A link has the same URL for this many seconds, so that caches can use it. It is valid for one to two such periods. */
export const LINK_SECONDS = 900

export type LinkScope = Pick<Scope, 'column' | 'company'>

/** The SQL of the path of a document, with the signature. `size`: the SQL of a `DocumentSize`. */
export function linkPath({ column, company }: LinkScope, size = "'original'"): string {
  const expires = `((floor(extract(epoch from now()) / ${LINK_SECONDS})::bigint + 2) * ${LINK_SECONDS})::text`
  const secret = `(select x.link_secret from company x where x.id = ${company})`
  const key = (from: number) => `substr(${secret}, ${from}, 32)`
  const ifSmaller = (text: string) => `case when ${size} = 'original' then '' else ${text} end`
  const message = `convert_to(${column('uuid')}::text || ' ' || ${expires} || ${ifSmaller(`' ' || ${size}`)}, 'UTF8')`
  const signature = `encode(sha256(${key(33)} || sha256(${key(1)} || ${message})), 'hex')`
  return `'/documents/' || ${column('uuid')} || '?company=' || ${company}::text || '&expires=' || ${expires} || ${ifSmaller(`'&size=' || ${size}`)} || '&signature=' || ${signature}`
}

/** The SQL of a JSON object with the path of a document in each size. */
export function linkPaths(scope: LinkScope): string {
  const links = Object.keys(documentSizes).map(
    (size) => `'${size}', ${linkPath(scope, `'${size}'`)}`,
  )
  return `json_build_object(${links.join(', ')})`
}

export interface Link {
  readonly companyId: number
  readonly uuid: string
  /** In seconds since 1970. */
  readonly expires: number
  /** Undefined for a link to the document itself. */
  readonly size?: string | undefined
  /** In hexadecimal. */
  readonly signature: string
}

/** Whether a link has the signature that `linkPath` gives it. */
export function isSigned(secret: Uint8Array, link: Link): boolean {
  const { uuid, expires, size, signature } = link
  const hash = (key: Uint8Array, message: string | Uint8Array) =>
    createHash('sha256').update(key).update(message).digest()
  const inner = hash(
    secret.subarray(0, 32),
    `${uuid} ${expires}${size === undefined ? '' : ` ${size}`}`,
  )
  const expected = hash(secret.subarray(32, 64), inner)
  return (
    /^[0-9a-f]{64}$/.test(signature) && timingSafeEqual(Buffer.from(signature, 'hex'), expected)
  )
}
