import { createHmac, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '../credential/encryption.js'

const PURPOSE = 'secret of a webhook'

/** The first byte of a stored secret says how the rest is stored. */
const PLAIN = 0
const ENCRYPTED = 1

/** A secret of 32 bytes, and its text for the receiver, as Standard Webhooks defines it. */
export function newWebhookSecret(): { secret: Buffer; text: string } {
  const secret = randomBytes(32)
  return { secret, text: `whsec_${secret.toString('base64')}` }
}

/** The secret as it is stored: encrypted if the service has a key for that. */
export function sealSecret(secret: Buffer, key: string | undefined): Uint8Array<ArrayBuffer> {
  const sealed = key
    ? Buffer.concat([Buffer.of(ENCRYPTED), encrypt(key, PURPOSE, secret)])
    : Buffer.concat([Buffer.of(PLAIN), secret])
  return new Uint8Array(sealed)
}

/** Throws if the secret was stored with another key, or with a key that the service does not have any more. */
export function openSecret(stored: Buffer, key: string | undefined): Buffer {
  if (stored[0] === PLAIN) return stored.subarray(1)
  if (!key) throw new Error('The secret of a webhook is encrypted: set WEBHOOK_ENCRYPTION_KEY.')
  return decrypt(key, PURPOSE, stored.subarray(1))
}

/** The header `webhook-signature`: an HMAC-SHA256 for each secret. */
export const signatures = (
  secrets: readonly Buffer[],
  message: { readonly id: string; readonly timestamp: number; readonly body: string },
): string =>
  secrets
    .map((secret) => {
      const hmac = createHmac('sha256', secret)
      hmac.update(`${message.id}.${message.timestamp}.${message.body}`)
      return `v1,${hmac.digest('base64')}`
    })
    .join(' ')
