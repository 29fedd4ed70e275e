import { randomBytes } from 'node:crypto'

/** An IPv6 address in a network of its own, so that tests do not share limits by address. */
export const newAddress = (): string =>
  `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`
