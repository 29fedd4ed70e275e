import { hash, randomBytes } from 'node:crypto'

/**
 * Generates an opaque secret of 320 random bits, safe in URLs and headers. The prefix names the kind, so that secret
 * scanners and people recognise a leaked secret.
 */
export const newSecret = (
  kind: 'access' | 'refresh' | 'key' | 'client' | 'password' | 'calendar',
): string => `fis_${kind}_${randomBytes(40).toString('base64url')}`

/** The SHA-256 hash of a secret. Only the hash is stored. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')
