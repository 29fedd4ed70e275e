interface Variables {
  readonly WEBHOOK_ALLOW_PRIVATE_ADDRESSES: string
  readonly WEBHOOK_PORTS: readonly number[]
  readonly WEBHOOK_ENCRYPTION_KEY?: string | undefined
}

/** Which addresses webhooks may have, and the key that encrypts their secrets. Private addresses may have any port. */
export function webhookConfigOf(read: Variables) {
  const allowPrivateAddresses = read.WEBHOOK_ALLOW_PRIVATE_ADDRESSES === 'yes'
  return {
    allowPrivateAddresses,
    ports: allowPrivateAddresses ? undefined : read.WEBHOOK_PORTS,
    encryptionKey: read.WEBHOOK_ENCRYPTION_KEY,
  }
}
