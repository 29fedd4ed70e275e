import { createHash, createHmac } from 'node:crypto'
import type { Viewer } from '../access/viewer.js'
import { DomainError } from '../errors.js'
import { ValidationErrors } from '../validation-errors.js'

/** A write that the client may send again without writing twice. */
export interface IdempotentRequest {
  /** Chosen by the client. Its scope is one user and one operation. */
  readonly key: string
  /** The operation: a mutation's path in the response, or a REST method and path. */
  readonly operation: string
  /**
   * What the operation depends on, as JSON values, dates and buffers. Its properties must be in a fixed order, because
   * the payload is hashed.
   */
  readonly payload: unknown
  /** The path of the key in the input, for errors. Empty if the key is in a header. */
  readonly keyPath: readonly string[]
}

const MAX_KEY_LENGTH = 255

/** Throws INVALID if the key is empty, too long, or has characters other than printable ASCII. */
export function checkKey({ key, keyPath }: IdempotentRequest): void {
  const errors = new ValidationErrors()
  if (key.length > MAX_KEY_LENGTH) {
    errors.add('TOO_LONG', keyPath, `At most ${MAX_KEY_LENGTH} characters are allowed.`)
  }
  if (!/^[\x20-\x7e]*$/.test(key) || key.trim() === '') {
    errors.add('INVALID', keyPath, 'An idempotency key of printable ASCII characters is expected.')
  }
  errors.throwIfAny()
}

/** Two requests are the same write if both hashes are equal. The database stores neither key nor payload. */
export function hashesOf({ userId }: Viewer, { key, operation, payload }: IdempotentRequest) {
  const hash = createHash('sha256')
    .update(JSON.stringify([userId, operation, key]))
    .digest()
  return { hash, requestHash: hmacOf(key, payload) }
}

/** The hash of a key in the log of changes: only its user can find it, and only with the key. */
export const keyHashOf = ({ userId }: Viewer, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, key]))
    .digest('hex')

/**
 * The HMAC of a value, with the idempotency key as the secret: a payload may contain a password, and a plain hash of a
 * password is easy to reverse.
 */
export const hmacOf = (key: string, value: unknown): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(value, withoutContents)).digest()

/** Replaces a buffer by its hash: as JSON, it would take many times its size. */
function withoutContents(this: Readonly<Record<string, unknown>>, name: string, value: unknown) {
  const original = this[name]
  return Buffer.isBuffer(original) ? createHash('sha256').update(original).digest('hex') : value
}

/** The error of a request whose key was used for a different request. */
export function reusedKey({ keyPath }: IdempotentRequest): DomainError {
  const message = 'This idempotency key was used for a request with other values.'
  return new DomainError('INVALID', message, [{ code: 'TAKEN', path: keyPath, message }])
}
