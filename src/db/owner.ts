import type { Config } from '../config/config.js'
import type { Database } from './database.js'

/** The configuration with the user that owns the tables, for operations on several companies. It has no replicas. */
export const asOwner = (config: Config): Config => ({
  ...config,
  databaseUrl: config.migrationDatabaseUrl ?? config.databaseUrl,
  databaseReplicaUrls: [],
})

/** The user of a database is subject to row-level security, so it does not see the rows of all companies. */
export class NotOwnerError extends Error {
  override readonly name = 'NotOwnerError'

  constructor() {
    super(
      'The user of DATABASE_URL does not own the tables. Set MIGRATION_DATABASE_URL to a URL with their owner.',
    )
  }
}

/** Throws a `NotOwnerError` if the user of the database does not see the rows of all companies. */
export function requireOwner({ isRestricted }: Pick<Database, 'isRestricted'>): void {
  if (isRestricted) throw new NotOwnerError()
}
