import { type Config, ConfigError } from '../../config/config.js'
import { openPool } from '../dispatch/pool.js'
import { PLAIN } from '../dispatch/envelope.js'
import { Queues } from '../dispatch/queues.js'
import type { Log } from '../../log/log.js'
import { listMigrations } from '../migrate.js'
import { serverSource } from '../source.js'
import { ReplicaCheck } from './replica-check.js'
import { Replica } from './replica.js'
import { Replicas } from './replicas.js'

const READ_LSN = {
  name: 'read-lsn',
  text: `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text as lsn`,
}

/**
 * Opens a connection pool for each configured replica. Undefined if none is configured. Does not wait for a connection. Throws a
 * `ConfigError` if the database is distributed: a position in the log of the coordinator says nothing about that of a worker.
 */
export function openReplicas(config: Config, log: Log, primary: Queues): Replicas | undefined {
  const { databaseReplicaUrls: urls, databaseReplicaMaxLagMs: maxLagMs } = config
  if (urls.length === 0) return undefined
  if (primary.kind.isSharded) {
    throw new ConfigError([
      'DATABASE_REPLICA_URLS: replicas of a distributed database are not supported',
    ])
  }
  const newestMigration = listMigrations().then((names) => names.at(-1) ?? '')
  const primaryLsn = async () => {
    try {
      const { rows } = await primary.pipeline.send({
        statement: READ_LSN,
        caller: undefined,
        envelope: PLAIN,
      })
      return BigInt((rows[0] as { lsn: string }).lsn)
    } catch {
      return undefined
    }
  }
  const open = (url: string) => {
    const source = serverSource(url)
    const pool = openPool(source, config, log)
    const queues = new Queues(pool, primary.kind)
    const options = { name: new URL(url).host, maxLagMs, primaryLsn, log }
    return new Replica(queues, new ReplicaCheck(source, newestMigration), options)
  }
  return new Replicas(urls.map(open), primary)
}
