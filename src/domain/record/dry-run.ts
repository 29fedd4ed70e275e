import type { Database } from '../../db/connect.js'
import { type Domain, transaction, type TransactionDomain } from '../domain.js'

/** A write in a transaction that is open until it is rolled back. */
export interface DryRun<Result> {
  readonly result: Result
  /** Reads what was written. */
  readonly db: Database
  /** Rolls the transaction back. */
  readonly end: () => Promise<void>
}

class RolledBack extends Error {}

/** Runs `write` in a transaction that stays open until `end` is called. If `write` rejects, nothing stays open. */
export const startDryRun = <Result>(
  domain: Domain,
  write: (tx: TransactionDomain) => Promise<Result>,
): Promise<DryRun<Result>> =>
  new Promise((resolve, reject) => {
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    const finished = transaction(domain, async (tx) => {
      const result = await write(tx)
      const end = async () => {
        release()
        await finished
      }
      resolve({ result, db: tx.db, end })
      await released
      throw new RolledBack()
    }).catch((error: unknown) => {
      if (!(error instanceof RolledBack))
        reject(error instanceof Error ? error : new Error(String(error)))
    })
  })
