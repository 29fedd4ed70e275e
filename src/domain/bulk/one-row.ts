import type { Changed, Domain } from '../domain.js'
import type { BulkResult } from './rows.js'

/** Runs a bulk operation on one row (`Rows.one`), and returns its record. `onWritten` gets this record, not a list. */
export async function writeOneRow<One extends Changed>(
  domain: Domain,
  write: (domain: Domain) => Promise<BulkResult<One>>,
): Promise<One> {
  const { onWritten } = domain
  const own: Domain = {
    ...domain,
    onWritten:
      onWritten && ((tx, written) => onWritten(tx, onlyRecord(written as BulkResult<One>))),
  }
  return onlyRecord(await write(own))
}

function onlyRecord<One>({ records: [record] }: BulkResult<One>): One {
  if (!record) throw new Error('unreachable: an operation on one row either writes it or throws')
  return record
}
