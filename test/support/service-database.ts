import type { Database } from '../../src/db/connect.js'

/** The database of the code under test for each database of the builders. */
const serviceDatabases = new WeakMap<Database, Database>()

export const useForService = (ofBuilders: Database, ofService: Database): void => {
  serviceDatabases.set(ofBuilders, ofService)
}

/**
 * The database for the code under test. It does not mark its statements as those of a test. On a server, its role is subject to
 * row-level security; elsewhere it uses the same connections.
 */
export const serviceDatabaseOf = (db: Database): Database => serviceDatabases.get(db) ?? db
