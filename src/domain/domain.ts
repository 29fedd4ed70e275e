import type { Database } from '../db/connect.js'
import type { Sql } from '../db/dispatch/dispatch.js'
import type { Prisma } from '../db/generated/prisma/client.js'
import type { Viewer } from './access/viewer.js'

/** The first argument of every domain function. */
export interface Domain {
  readonly db: Database
  /** Prisma's client; in a transaction, the client of that transaction. */
  readonly prisma: Prisma.TransactionClient
  readonly viewer: Viewer
  readonly now: () => Date
  /**
   * Whether a verb only validates, because the interface has found errors in the input already: a required field may be
   * undefined, and the verb throws INVALID instead of writing, even if it finds no errors.
   */
  readonly dryRun?: boolean
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

/** The input of an operation on one record, without further fields. */
export interface ById {
  readonly id: RecordKey
}

export const createDomain = (
  db: Database,
  viewer: Viewer,
  now: () => Date = () => new Date(),
): Domain => ({ db, prisma: db.prisma, viewer, now })

/** Runs `work` in one transaction, which is rolled back if `work` throws. */
export const inTransaction = <Result>(
  domain: Domain,
  work: (domain: Domain) => Promise<Result>,
): Promise<Result> =>
  domain.db.transaction(() =>
    domain.db.prisma.$transaction((prisma) => work({ ...domain, prisma })),
  )

/** Sends a statement and returns its rows; in a transaction, on the connection of that transaction. */
export const queryRows = async <Row extends object>(
  { db, prisma }: Domain,
  statement: Parameters<Sql['query']>[0] & { readonly values: unknown[] },
): Promise<Row[]> =>
  prisma === db.prisma
    ? (await db.query<Row>(statement)).rows
    : prisma.$queryRawUnsafe<Row[]>(statement.text, ...statement.values)
