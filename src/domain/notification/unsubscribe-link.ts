import { createHash, timingSafeEqual } from 'node:crypto'
import { MAIL_KINDS, type MailKind } from './mail-kinds.js'

/** What a link turns off. */
export type Unsubscribing = 'DIGEST' | readonly MailKind[]

interface Signer {
  readonly companyId: number
  readonly uuid: string
  /** Two random keys of the company: see `domain/document/link.ts`. */
  readonly secret: Uint8Array
}

/** The path of a page that turns mails of one user off, without credentials. It has a signature, and does not expire. */
export function unsubscribePath({ companyId, uuid, secret }: Signer, what: Unsubscribing): string {
  const kinds = what === 'DIGEST' ? what : what.join('.')
  return `/unsubscribe/${companyId}/${uuid}/${kinds}/${signatureOf(secret, uuid, kinds)}`
}

/** What a link turns off; undefined if its signature is wrong. */
export function readUnsubscribing(
  { uuid, secret }: Pick<Signer, 'uuid' | 'secret'>,
  kinds: string,
  signature: string,
): Unsubscribing | undefined {
  const expected = Buffer.from(signatureOf(secret, uuid, kinds))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  if (kinds === 'DIGEST') return kinds
  const all = kinds.split('.')
  return MAIL_KINDS.filter((kind) => all.includes(kind))
}

/** A keyed hash as in HMAC. The text before the message keeps it apart from the signatures of other links. */
function signatureOf(secret: Uint8Array, uuid: string, kinds: string): string {
  const hash = (key: Uint8Array, message: string | Uint8Array) =>
    createHash('sha256').update(key).update(message).digest()
  const inner = hash(secret.subarray(0, 32), `unsubscribe ${uuid.toLowerCase()} ${kinds}`)
  return hash(secret.subarray(32, 64), inner).toString('base64url')
}
