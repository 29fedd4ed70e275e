import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts with a key derived from a secret (HKDF). The database stores only the hash of the secret, so a copy of the
 * database is not enough to decrypt the data. `purpose` separates the keys of different uses. Returns nonce,
 * authentication tag, ciphertext.
 */
export function encrypt(secret: string, purpose: string, plain: string | Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret, purpose), nonce)
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Throws unless secret and purpose are those of the encryption. */
export function decrypt(secret: string, purpose: string, encrypted: Buffer): Buffer {
  const textStart = NONCE_BYTES + TAG_BYTES
  const nonce = encrypted.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, keyOf(secret, purpose), nonce, {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, textStart))
  return Buffer.concat([decipher.update(encrypted.subarray(textStart)), decipher.final()])
}

const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
