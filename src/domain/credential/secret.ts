import { hash, randomBytes } from 'node:crypto'

/** The kind of a secret is in its prefix, so that secret scanners and people recognise a leaked one. */
export type SecretKind = 'access' | 'refresh' | 'key'

/** Generates an opaque secret of 320 random bits, safe in URLs and headers. */
export const newSecret = (kind: SecretKind): string =>
  `fis_${kind}_${randomBytes(40).toString('base64url')}`

/** The SHA-256 hash of a secret. Only the hash is stored. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')
