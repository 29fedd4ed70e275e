import { hashSecret, newSecret } from './secret.js'

/** How much of a key is kept in clear, to tell keys apart: the rest still has more than 256 random bits. */
const PREFIX_LENGTH = 'fis_key_'.length + 8

/** A new API key, and what is stored of it. */
export function newApiKey(): { key: string; prefix: string; hash: Uint8Array<ArrayBuffer> } {
  const key = newSecret('key')
  return { key, prefix: key.slice(0, PREFIX_LENGTH), hash: new Uint8Array(hashSecret(key)) }
}
