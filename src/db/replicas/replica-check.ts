import pg from 'pg'
import { streamOf } from '../dispatch/connection-stream.js'
import type { Source } from '../source.js'
import { READ_HORIZON } from '../dispatch/horizon.js'

/** The time for a replica to connect, and to answer a check. */
const CHECK_TIMEOUT_MS = 1000

/** What a replica reports. */
export interface ReplicaState {
  readonly isReplica: boolean
  /** Whether it has the newest migration of this version of the service. */
  readonly isMigrated: boolean
  /** Whether its user is subject to row-level security. */
  readonly isRestricted: boolean
  /** The end of the WAL that it has replayed, in bytes. */
  readonly replayedLsn: bigint
  readonly horizon: bigint
}

interface StateRow extends Omit<ReplicaState, 'replayedLsn' | 'horizon'> {
  readonly replayedLsn: string
  readonly horizon: string
}

const READ_STATE = `
select pg_is_in_recovery() as "isReplica",
  exists (select 1 from _prisma_migrations where migration_name = $1 and finished_at is not null) as "isMigrated",
  coalesce(row_security_active(to_regclass('asset')), false) as "isRestricted",
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::text as "replayedLsn",
  pg_snapshot_xmin(pg_current_snapshot())::text as horizon`

/** Reads the state of a replica on a connection of its own, so that it does not wait for reads. */
export class ReplicaCheck {
  private connecting: Promise<pg.Client> | undefined

  constructor(
    private readonly source: Source,
    private readonly newestMigration: Promise<string>,
  ) {}

  /** Rejects if the replica does not answer within a second; the next call connects again. */
  async readState(): Promise<ReplicaState> {
    const values = [await this.newestMigration]
    const [row] = await this.query<StateRow>({ name: 'read-state', text: READ_STATE, values })
    if (!row) throw new Error('expected the state of the replica')
    const { replayedLsn, horizon } = row
    return { ...row, replayedLsn: BigInt(replayedLsn), horizon: BigInt(horizon) }
  }

  async readHorizon(): Promise<bigint> {
    const [row] = await this.query<{ horizon: string }>(READ_HORIZON)
    return BigInt(row?.horizon ?? 0)
  }

  async close(): Promise<void> {
    const client = await this.connecting?.catch(() => undefined)
    this.connecting = undefined
    if (client) streamOf(client).destroy()
  }

  private async query<Row extends object>(statement: pg.QueryConfig): Promise<Row[]> {
    try {
      const client = await (this.connecting ??= this.connect())
      return (await client.query<Row>(statement)).rows
    } catch (error) {
      await this.close()
      throw error
    }
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.source.connection,
      connectionTimeoutMillis: CHECK_TIMEOUT_MS,
      query_timeout: CHECK_TIMEOUT_MS,
      keepAlive: true,
      pipeline: true,
    })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
}
