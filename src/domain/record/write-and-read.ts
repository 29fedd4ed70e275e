import type { Changed, Domain } from '../domain.js'

/**
 * Writes a record, and reads it for the response: in the transaction of the write, so that the response shows what was
 * written even if another client changes the record at the same time. A new asset or job is read after the commit that it
 * shares with others.
 */
export async function writeAndRead<Written extends Changed, Read>(
  domain: Domain,
  write: (domain: Domain) => Promise<Written>,
  read: (domain: Domain, written: Written) => Promise<Read>,
): Promise<Read> {
  let inside: { readonly read: Read } | undefined
  const written = await write({
    ...domain,
    onWritten: async (tx, changed) => {
      inside = { read: await read(tx, changed as Written) }
    },
  })
  return inside ? inside.read : read(domain, written)
}
