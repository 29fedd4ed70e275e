import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Random } from '../../src/demo/random.js'
import { directUrl } from '../support/direct-url.js'

/** A transaction whose commit was confirmed, with times of this process. */
interface Committed {
  readonly transactionId: string
  readonly beganAt: number
  readonly committedAt: number
}

interface Options {
  readonly url: string
  readonly random: Random
  /** The longest time between the writes of a transaction and its commit. */
  readonly maxOpenMs: number
  /** What a transaction writes. */
  readonly write: (client: pg.Client) => Promise<void>
}

/** The parts of transactions that end quickly, and that are rolled back. */
const QUICK = 0.7
const ROLLED_BACK = 0.1
const QUICK_MS = 100

/** Writers whose transactions stay open for different times: they commit in another order than that of their ids. */
export class SlowWriters {
  readonly committed: Committed[] = []
  /** The transactions that have ended with an error, such as the end of their connection. */
  broken = 0
  private isRunning = true
  private readonly writing: Promise<void>[]

  constructor(
    private readonly options: Options,
    count: number,
  ) {
    this.writing = Array.from({ length: count }, () => this.run())
  }

  /** Waits until all transactions have ended. */
  async stop(): Promise<void> {
    this.isRunning = false
    await Promise.all(this.writing)
  }

  /** How many transactions have committed before one that has a lower id. */
  get outOfOrder(): number {
    const sorted = this.committed.toSorted((one, other) =>
      BigInt(one.transactionId) < BigInt(other.transactionId) ? -1 : 1,
    )
    return sorted.filter(({ committedAt }, index) =>
      sorted.slice(0, index).some((lower) => lower.committedAt > committedAt),
    ).length
  }

  /** A method, because its value changes meanwhile. */
  private isStopped(): boolean {
    return !this.isRunning
  }

  private async run(): Promise<void> {
    while (!this.isStopped()) {
      const client = new pg.Client({ connectionString: directUrl(this.options.url) })
      client.on('error', () => undefined)
      try {
        await client.connect()
        do await this.writeOnce(client)
        while (!this.isStopped())
      } catch {
        this.broken += 1
        await delay(100)
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  }

  private async writeOnce(client: pg.Client): Promise<void> {
    const { random, maxOpenMs, write } = this.options
    const beganAt = performance.now()
    await client.query('begin')
    await write(client)
    const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
    await delay(random.integer(0, random.chance(QUICK) ? QUICK_MS : maxOpenMs))
    if (random.chance(ROLLED_BACK)) {
      await client.query('rollback')
      return
    }
    await client.query('commit')
    const [row] = rows
    if (!row) throw new Error('expected the id of the transaction')
    this.committed.push({ transactionId: row.id, beganAt, committedAt: performance.now() })
  }
}

/** Ends all other connections to a database, also those of the service and of writers. */
export async function terminateConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: directUrl(url) })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}
