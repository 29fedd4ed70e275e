import type { Database } from '../../src/db/connect.js'

/** For `RLS=on`: the database of the code under test, by the database of the builders. */
const restrictedOf = new WeakMap<Database, Database>()

export const useRestricted = (owner: Database, restricted: Database): void => {
  restrictedOf.set(owner, restricted)
}

/** The database for the code under test: with `RLS=on`, its role is subject to row-level security. */
export const serviceDatabaseOf = (db: Database): Database => restrictedOf.get(db) ?? db
