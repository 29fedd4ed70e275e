import { hashSecret, newSecret } from '../credential/secret.js'

/** Generates the secret of an OAuth client. Only its hash is stored. */
export function newClientSecret(): { secret: string; secretHash: Uint8Array<ArrayBuffer> } {
  const secret = newSecret('client')
  return { secret, secretHash: new Uint8Array(hashSecret(secret)) }
}
