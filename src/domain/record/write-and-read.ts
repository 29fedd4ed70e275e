import type { Domain, Written } from '../domain.js'
import type { WrittenKey } from './sent.js'

/**
 * Writes records, and reads them for the response: in the transaction of the write, so that the response shows what was
 * written even if another client changes them at the same time. New assets and jobs are read after the commit, because
 * their insert shares a transaction with those of other requests (`inCompany`).
 */
export async function writeAndRead<Result extends Written, Read>(
  domain: Domain,
  write: (domain: Domain) => Promise<Result>,
  read: (domain: Domain, written: Result | WrittenKey) => Promise<Read>,
): Promise<Read> {
  let inside: { readonly read: Read } | undefined
  const written = await write({
    ...domain,
    onWritten: async (tx, changed) => {
      inside = { read: await read(tx, changed as Result | WrittenKey) }
    },
  })
  return inside ? inside.read : read(domain, written)
}
