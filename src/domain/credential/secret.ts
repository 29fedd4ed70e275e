import { hash, randomBytes } from 'node:crypto'

/** What a secret opens; each kind begins in its own way, so that a leaked one can be told for what it is. */
export type SecretKind = 'access' | 'refresh' | 'key'

/** A new opaque secret of 320 random bits, safe in a URL and in a header. */
export const newSecret = (kind: SecretKind): string =>
  `fis_${kind}_${randomBytes(40).toString('base64url')}`

/** The SHA-256 of a secret: all that is ever stored of it. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')
