import { hashSecret, newSecret } from '../credential/secret.js'

/**
 * The start of a key is stored as plain text, to identify it in lists. The rest still has more than 256 random bits.
 */
const PREFIX_LENGTH = 'fis_key_'.length + 8

/** Generates an API key of a company. Only its prefix and hash are stored. */
export function newApiKey(companyId: number): {
  key: string
  prefix: string
  hash: Uint8Array<ArrayBuffer>
} {
  const key = newSecret('key', companyId)
  return { key, prefix: key.slice(0, PREFIX_LENGTH), hash: new Uint8Array(hashSecret(key)) }
}
