import { hash, randomBytes } from 'node:crypto'

const BYTES = 40

/** A token in a mail works for an hour. It is short: every encoding of the mail leaves it on one line. */
const PASSWORD_BYTES = 24

/**
 * Generates an opaque secret of 320 random bits (192 for `password`), safe in URLs and headers. The prefix names the kind,
 * so that secret scanners and people recognise a leaked secret.
 */
export const newSecret = (kind: 'access' | 'refresh' | 'key' | 'client' | 'password'): string =>
  `fis_${kind}_${randomBytes(kind === 'password' ? PASSWORD_BYTES : BYTES).toString('base64url')}`

/** The SHA-256 hash of a secret. Only the hash is stored. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')
