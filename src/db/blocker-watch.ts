import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** Shorter than the lock timeout of a migration, and longer than most migrations take: they open no second connection. */
const INTERVAL_MS = 50

/**
 * Finds the transactions that hold the locks for which a session waits. It asks on another connection while the session
 * waits: after the lock timeout, PostgreSQL no longer knows for which lock the session has waited.
 */
export class BlockerWatch {
  private client: Promise<pg.Client> | undefined
  /** Describes the transactions that blocked the session last. */
  blockers: string | undefined

  /** Without `connect`, the watch finds nothing. The embedded database has one connection, which nothing can block. */
  constructor(private readonly connect?: () => Promise<pg.Client>) {}

  /** Watches the session with this process id until `work` ends, and returns `work`. */
  during<Result>(pid: number, work: Promise<Result>): Promise<Result> {
    const { connect } = this
    if (!connect) return work
    let isDone = false
    const finish = () => {
      isDone = true
    }
    work.then(finish, finish)
    // Not awaited: `work` holds locks, and a connection may take long.
    void this.watch(pid, connect, () => isDone)
    return work
  }

  async close(): Promise<void> {
    const client = await this.client?.catch(() => undefined)
    await client?.end().catch(() => undefined)
  }

  private async watch(
    pid: number,
    connect: () => Promise<pg.Client>,
    isDone: () => boolean,
  ): Promise<void> {
    try {
      for (;;) {
        await delay(INTERVAL_MS)
        if (isDone()) return
        const client = await (this.client ??= connect())
        const { rows } = await client.query<{ blockers: string | null }>(BLOCKERS, [pid])
        this.blockers = rows[0]?.blockers ?? this.blockers
      }
    } catch {
      // The migration goes on, and its next attempt connects again.
      await this.close()
      this.client = undefined
    }
  }
}

/**
 * The three oldest transactions that hold a lock for which the process $1 waits. Users without the role `pg_read_all_stats` see
 * only the name of another user's process.
 */
const BLOCKERS = `
  SELECT string_agg(
    CASE pid WHEN 0 THEN 'A prepared transaction holds a lock (pg_prepared_xacts).'
    ELSE format('Process %s (%s%s) holds a lock', pid, usename, ', ' || nullif(application_name, ''))
      || coalesce(', has had a transaction open for ' || extract(epoch FROM now() - xact_start)::int || ' s, is ' || state
        || ', and sent last: ' || left(query, 100), '.') END, ' ' ORDER BY xact_start) AS blockers
  FROM (
    SELECT pid, usename, application_name, xact_start, state, query
    FROM (SELECT DISTINCT unnest(pg_blocking_pids($1)) AS pid) AS blocking LEFT JOIN pg_stat_activity USING (pid)
    ORDER BY xact_start LIMIT 3
  ) AS blocking`
