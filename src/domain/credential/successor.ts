import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** The tokens that replace a refresh token and the access token issued with it. */
export interface Successor {
  readonly accessToken: string
  readonly refreshToken: string
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts the successor of a refresh token with a key derived from that token. The database stores only the token's
 * hash, so its contents do not suffice to decrypt: nonce, authentication tag, ciphertext.
 */
export function encryptSuccessor(refreshToken: string, successor: Successor): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(refreshToken), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(successor)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

export function decryptSuccessor(refreshToken: string, encrypted: Buffer): Successor {
  const textStart = NONCE_BYTES + TAG_BYTES
  const nonce = encrypted.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, keyOf(refreshToken), nonce, {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, textStart))
  const text = Buffer.concat([decipher.update(encrypted.subarray(textStart)), decipher.final()])
  return JSON.parse(text.toString()) as Successor
}

const keyOf = (refreshToken: string) =>
  Buffer.from(hkdfSync('sha256', refreshToken, '', 'successor of a refresh token', 32))
