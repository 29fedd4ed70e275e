import { spawnSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from './embedded-database.js'
import { keepDemoOfRun } from './demo-folder.js'
import { bundleFis } from './fis-bundle.js'
import { recordStatements } from './recorded-statements.js'
import { serverSource } from '../../src/db/source.js'
import { createServerDatabase, dropStaleDatabases, startTestRun } from './server-database.js'

/**
 * Creates a database for each worker of vitest: on the server of DATABASE_URL, if set, otherwise an embedded one. At the
 * end, checks the statements that the tests made the service send.
 */
export default async function setup({
  provide,
  vitest,
}: TestProject): Promise<() => Promise<void>> {
  build()
  await bundleFis()
  const endDemo = await keepDemoOfRun()
  const server = process.env['DATABASE_URL']
  if (server) await dropStaleDatabases(server)
  const endTestRun = server ? startTestRun(server) : undefined
  const databases = await Promise.all(
    Array.from({ length: vitest.config.maxWorkers }, () =>
      server ? createWithRoles(server) : startWithoutRoles(),
    ),
  )
  provide(
    'databases',
    databases.map(({ connection, restrictedConnection, embedded, pooled }) => ({
      connection,
      ...(restrictedConnection && { restrictedConnection }),
      embedded,
      pooled,
    })),
  )
  const statements = await recordStatements()
  provide('recordedStatements', statements.folder)
  return async () => {
    try {
      await statements.check(vitest)
    } finally {
      await Promise.all(databases.map((database) => database.close()))
      await endTestRun?.()
      await endDemo()
    }
  }
}

/** Builds what `startProcess` runs. */
function build(): void {
  const args = ['--import', 'tsx', 'scripts/build.ts', '--if-changed']
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed.')
}

async function createWithRoles(server: string) {
  const { restrictedUrl, ...source } = await createServerDatabase(server)
  const { connection: restrictedConnection } = serverSource(restrictedUrl)
  return { ...source, restrictedConnection }
}

/** The embedded database has one user, a superuser. */
const startWithoutRoles = async () => ({
  ...(await startEmbeddedDatabase()),
  restrictedConnection: undefined,
})
