import { readConfig } from '../src/config/config.js'
import { connectSource, migrateSource } from '../src/db/connect.js'
import { embeddedSource } from '../src/db/source.js'
import { diffWithSchema } from './schema-engine.js'

const CONNECT_MS = 60_000

/**
 * Drops all indexes except B-trees. Prisma's schema cannot describe these search indexes, so the diff would list them.
 */
const DROP_SEARCH_INDEXES = `DO $$
  DECLARE index regclass;
  BEGIN
    FOR index IN
      SELECT pg_class.oid::regclass FROM pg_class
        JOIN pg_am ON pg_am.oid = pg_class.relam
       WHERE pg_class.relkind = 'i' AND pg_am.amname <> 'btree'
         AND pg_class.relnamespace = current_schema()::regnamespace
    LOOP EXECUTE 'DROP INDEX ' || index; END LOOP;
  END $$`

const log = {
  info: () => {},
  warn: (details: object, message: string) => {
    console.error(message, details)
  },
}

/**
 * The SQL that turns the database of prisma/migrations into that of a Prisma schema; empty if they agree. Needs no
 * server.
 */
export async function findPendingChanges(schema: string): Promise<string> {
  const source = await embeddedSource(undefined, false)
  await migrateSource(source, CONNECT_MS, log)
  const database = connectSource(source, readConfig({}), log)
  try {
    await database.pool.query(DROP_SEARCH_INDEXES)
    return withoutComment(await diffWithSchema(database.pool, schema))
  } finally {
    await database.close()
  }
}

/** If there is no difference, the engine returns a comment. */
const withoutComment = (sql: string) => (/^(\s|--.*)*$/.test(sql) ? '' : sql)
