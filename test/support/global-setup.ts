import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from './embedded-database.js'
import { createServerDatabase, dropStaleDatabases } from './server-database.js'

/** Creates a database for each worker of vitest: on the server of DATABASE_URL, if set, otherwise an embedded one. */
export default async function setup({
  provide,
  vitest,
}: TestProject): Promise<() => Promise<void>> {
  const server = process.env['DATABASE_URL']
  if (server) await dropStaleDatabases(server)
  const databases = await Promise.all(
    Array.from({ length: vitest.config.maxWorkers }, () =>
      server ? createServerDatabase(server) : startEmbeddedDatabase(),
    ),
  )
  provide(
    'databases',
    databases.map(({ connection, embedded }) => ({ connection, embedded })),
  )
  return async () => {
    await Promise.all(databases.map((database) => database.close()))
  }
}
