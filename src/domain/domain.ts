import type { Database, TransactionDatabase } from '../db/connect.js'
import type { Sql } from '../db/dispatch/dispatch.js'
import type { Prisma } from '../db/generated/prisma/client.js'
import type { Viewer } from './access/viewer.js'
import { Sent, type WrittenKey } from './record/sent.js'

/** The first argument of every domain function. */
export interface Domain {
  /** Sends statements for the viewer's company; inside a transaction, on the transaction's connection. */
  readonly db: Database
  readonly viewer: Viewer
  readonly now: () => Date
  /**
   * Reads the fields of the written records that the response contains, in the transaction of the write. Must not write: it may be
   * called before the result of the write has arrived. Only `inTransaction` and `writeRows` call it.
   */
  readonly onWritten?: ((tx: Domain, written: Written | WrittenKey) => Promise<void>) | undefined
  /** Whether `onWritten` needs only the keys of a record. It is given those of a new one after the write, and sends no statement. */
  readonly needsOnlyKeys?: boolean
  /** Sends a statement together with the commit. Only for `onWritten`, and only for a read that sends one statement. */
  readonly lastRead?: Database
  /**
   * Whether a domain function only validates, because the API has already found errors in the input: a required field
   * may be undefined, and the function throws INVALID instead of writing, even if it finds no errors itself.
   */
  readonly dryRun?: boolean
}

/** A domain in a transaction: `db` and `prisma` use the transaction's connection. */
export interface TransactionDomain extends Domain {
  readonly db: TransactionDatabase
  readonly prisma: Prisma.TransactionClient
}

/** How an input refers to a record of the viewer's company: its integer id or its UUID. */
export type RecordKey = number | string

/** The keys of a new record. */
export interface Created {
  readonly id: number
  readonly uuid: string
}

/** The key of an existing record that an operation changed. */
export interface Changed {
  readonly id: number
}

/** What an operation has written: one record, or several; null for a row that was skipped. */
export type Written = Changed | { readonly records: readonly (Changed | null)[] }

/** The input of an operation on one record, without further fields. */
export interface ById {
  readonly id: RecordKey
}

/** The input of an operation on one record that needs a reason: a text of one or more lines. */
export interface ByIdWithReason extends ById {
  readonly reason: string
}

export const createDomain = (
  db: Database,
  viewer: Viewer,
  now: () => Date = () => new Date(),
): Domain => ({ db: db.forCaller({ companyId: viewer.companyId }), viewer, now })

const ending = <Own extends Domain & { readonly db: TransactionDatabase }>(tx: Own): Own => ({
  ...tx,
  lastRead: tx.db.ending(),
})

/**
 * Runs `work`, which writes records, in one transaction, which is rolled back if `work` throws. At the end, calls `onWritten`. If the
 * last write of `work` is a `Sent`, that write, the statement of `onWritten` and `commit` are one round trip. If the domain is already
 * in a transaction, `work` runs in that one.
 */
export const inTransaction = <Result extends Written>(
  domain: Domain,
  work: (domain: TransactionDomain) => Promise<Result | Sent<Result & Changed>>,
): Promise<Result> =>
  transaction(domain, async (tx) => {
    const done = await work(tx)
    const isSent = done instanceof Sent
    if (domain.db.isTransaction) return isSent ? done.written : done
    if (!isSent) {
      await domain.onWritten?.(ending(tx), done)
      return done
    }
    const isNew = !('id' in done.key)
    if (isNew && domain.needsOnlyKeys) tx.db.end()
    const known = isNew && domain.needsOnlyKeys ? await done.written : done.key
    const reading = domain.onWritten?.(ending(tx), known)
    return done.settledWith(Promise.resolve(reading).then(tx.db.end))
  })

/** Runs `work` in one transaction, which is rolled back if `work` throws. In a transaction, `work` runs in that one. */
export const transaction = <Result>(
  domain: Domain,
  work: (domain: TransactionDomain) => Promise<Result>,
): Promise<Result> =>
  domain.db.transaction((db) => work({ ...domain, db, prisma: db.prisma, onWritten: undefined }))

/**
 * Sends one statement that writes. Returns `written`, or undefined if the statement wrote nothing and so returns no
 * row. In the same transaction calls `onWritten`, which reads the response: its statements are pipelined with the write,
 * so that row locks are held for one round trip less. If nothing was written, what `onWritten` has read is not used. If
 * the domain is already in a transaction, sends the statement under a savepoint instead, so that the transaction can
 * continue after a failure; `inTransaction` then calls `onWritten`.
 */
export async function writeRows<Result extends Written>(
  { onWritten, ...domain }: Domain,
  statement: QueryConfig,
  written: Result,
): Promise<Result | undefined> {
  const { db, viewer } = domain
  const resultOf = ({ rows }: { readonly rows: readonly unknown[] }) =>
    rows.length > 0 ? written : undefined
  if (db.isTransaction) return resultOf(await db.inCompany(viewer.companyId, statement))
  if (!onWritten) return resultOf(await db.write(statement))
  return db.transaction(async (tx) => {
    const [write, read] = await Promise.allSettled([
      tx.write(statement),
      onWritten(ending({ ...domain, db: tx }), written),
    ])
    // If the first statement fails, PostgreSQL refuses those after it: the first error is the cause.
    if (write.status === 'rejected') throw write.reason
    const result = resultOf(write.value)
    if (result && read.status === 'rejected') throw read.reason
    return result
  })
}

/** Sends a statement that only reads, and returns its rows. */
export const queryRows = async <Row extends object>(
  { db }: Domain,
  statement: QueryConfig,
): Promise<Row[]> => (await db.read<Row>(statement)).rows

type QueryConfig = Parameters<Sql['write']>[0]
