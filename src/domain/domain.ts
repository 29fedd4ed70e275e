import type { Database } from '../db/connect.js'
import type { Prisma } from '../db/generated/prisma/client.js'
import type { Role } from './access/policy.js'

/** Who is asking: one user, in one company. Each face makes one from its own credentials. */
export interface Viewer {
  readonly userId: number
  readonly companyId: number
  readonly role: Role
}

/** What every domain function is given first: the database, who is asking, and what time it is. */
export interface Domain {
  readonly db: Database
  /** Where a domain function reads and writes: inside a transaction, that transaction. */
  readonly prisma: Prisma.TransactionClient
  readonly viewer: Viewer
  readonly now: () => Date
}

/** How a client names a record: its integer id, or its UUID. Always resolved inside the viewer's company. */
export type RecordKey = number | string

/** What names a record that was just written, for good. */
export interface Created {
  readonly id: number
  readonly uuid: string
}

export const createDomain = (
  db: Database,
  viewer: Viewer,
  now: () => Date = () => new Date(),
): Domain => ({ db, prisma: db.prisma, viewer, now })

/** Runs `work` in one transaction: all of its writes, or none. */
export const inTransaction = <Result>(
  domain: Domain,
  work: (domain: Domain) => Promise<Result>,
): Promise<Result> => domain.db.prisma.$transaction((prisma) => work({ ...domain, prisma }))
