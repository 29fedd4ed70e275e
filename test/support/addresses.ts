import { randomBytes } from 'node:crypto'

/** An IPv6 address in its own network, so that tests do not share the rate limits of a network. */
export const newAddress = (): string =>
  `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`
