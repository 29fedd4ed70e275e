import type { ClientBase } from 'pg'
import type { Host } from '../config/server-url.js'
import { findWorker } from '../db/shards/companies.js'
import { CommandError } from './command-error.js'
import { type Server, withServer } from './operator-database.js'

/** Runs `work` with a connection to a distributed database. */
export const withShards = <Result>(
  work: (client: ClientBase, server: Server) => Promise<Result>,
): Promise<Result> =>
  withServer(async (client, server) => {
    if (!server.isSharded) throw new CommandError('The database is not distributed.')
    return work(client, server)
  })

/** Throws a `CommandError` before a move through PgBouncer: a move is one statement, without a transaction in which its time limit could be removed. */
export function refusePooler({ isPooled }: Server): void {
  if (isPooled)
    throw new CommandError(
      'Through PgBouncer, a move would be cancelled after its time limit: set MIGRATION_DATABASE_URL to the address of PostgreSQL.',
    )
}

/** Whether a worker is ready or drained. Throws a `CommandError` if the server is not a worker. */
export async function requireWorker(client: ClientBase, server: Host) {
  const found = await findWorker(client, server)
  if (!found) throw new CommandError('This server is not a worker: see "admin shard status".')
  return found
}
