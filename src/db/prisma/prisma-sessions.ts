import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from '../generated/prisma/client.js'
import { type Executor, SessionConnection } from './session-connection.js'

/*
 * Prisma's client sends its statements on the connection of a transaction that `Database.transaction` has begun. So
 * `begin`, the company, the actor and the end of a transaction are the same with and without Prisma, and Prisma cannot
 * write outside of a transaction.
 *
 * Prisma has no method for that: its own `$transaction` begins a transaction itself. So a session is a call of
 * `$transaction` that stays open, and whose connection is a `SessionConnection`: it sends nothing for Prisma's `BEGIN`,
 * and passes all other statements to the transaction that currently uses the session. A transaction has a session for
 * itself; afterwards another one uses it.
 *
 * After a failure, a session is closed instead: if one of several concurrent calls of Prisma fails, another one may send its
 * statement later, and must not reach the transaction of another caller.
 */

/** A client of Prisma for one transaction at a time. */
export interface PrismaSession {
  readonly prisma: Prisma.TransactionClient
  /** Resolves when the next statement was sent. */
  readonly nextStatement: () => Promise<void>
}

/** Prisma closes a session after this time, in milliseconds; it is the longest that a timer of Node allows. */
const SESSION_MS = 2 ** 31 - 1

/** A free session that is older than this, in milliseconds, is not used again. */
const MAX_AGE_MS = SESSION_MS / 2

interface OpenSession extends PrismaSession {
  /** The transaction that uses the session; undefined if none does. */
  executor: Executor | undefined
  /** Whether a statement has failed. */
  readonly hasFailed: boolean
  readonly openedAt: number
  readonly close: () => void
}

/** Opens sessions when they are needed, and keeps them. */
export class PrismaSessions {
  private readonly connections = new SessionConnections()
  private readonly client: PrismaClient
  private readonly free: OpenSession[] = []
  /** Sessions are opened one after the other, so that each one finds its connection. */
  private opening: Promise<unknown> = Promise.resolve()

  /** `nameOf` returns the name of the prepared statement for a text; undefined if it is not prepared. */
  constructor(
    nameOf: (text: string) => string | undefined,
    private readonly maxAgeMs = MAX_AGE_MS,
  ) {
    const statementNameGenerator = ({ sql }: { readonly sql: string }) => nameOf(sql)
    this.client = new PrismaClient({
      errorFormat: 'minimal',
      adapter: new PrismaPg(this.connections, { statementNameGenerator } as object),
      transactionOptions: { maxWait: SESSION_MS, timeout: SESSION_MS },
    })
  }

  /** Runs `work` with a session of its own, whose statements `executor` sends. */
  async use<Result>(
    executor: Executor,
    work: (session: PrismaSession) => Promise<Result>,
  ): Promise<Result> {
    const session = this.takeFree() ?? (await this.open())
    session.executor = executor
    let succeeded = false
    try {
      const result = await work(session)
      succeeded = !session.hasFailed
      return result
    } finally {
      session.executor = undefined
      if (succeeded) this.free.push(session)
      else session.close()
    }
  }

  async close(): Promise<void> {
    for (const { close } of this.free.splice(0)) close()
    await this.client.$disconnect()
  }

  /** The session that was used last. Those that are too old are closed. */
  private takeFree(): OpenSession | undefined {
    for (let session = this.free.pop(); session; session = this.free.pop()) {
      if (performance.now() - session.openedAt < this.maxAgeMs) return session
      session.close()
    }
    return undefined
  }

  private open(): Promise<OpenSession> {
    const opened = this.opening.then(
      () =>
        new Promise<OpenSession>((resolve, reject) => {
          const transaction = this.client.$transaction(
            (prisma) =>
              new Promise<void>((close) => {
                const { newest } = this.connections
                resolve(Object.assign(newest, { prisma, openedAt: performance.now(), close }))
              }),
          )
          transaction.catch(reject)
        }),
    )
    this.opening = opened.catch(() => undefined)
    return opened
  }
}

/** A pool as Prisma's adapter uses it. It opens no connections of its own. */
class SessionConnections extends pg.Pool {
  newest = new SessionConnection()

  override connect(): never {
    this.newest = new SessionConnection()
    return Promise.resolve(this.newest) as never
  }

  override query(): never {
    throw new Error('expected a transaction: Prisma writes only inside of one')
  }
}
