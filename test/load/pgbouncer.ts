import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createCluster, findPostgres } from '../durability/cluster.js'
import { findPgbouncer, startPgbouncer } from '../support/pgbouncer.js'

/**
 * Runs tests, by default all, through PgBouncer with `deploy/pgbouncer.ini`, before a PostgreSQL server of their own.
 * `args` are arguments of vitest.
 */
export async function run(args: readonly string[]): Promise<void> {
  const [bin, program] = [findPostgres(), findPgbouncer()]
  if (!bin || !program) throw new Error('Install PostgreSQL and PgBouncer.')
  const cluster = await createCluster(bin, '-c max_connections=300 -c fsync=off')
  const pgbouncer = await startPgbouncer(program, cluster.url)
  try {
    const env = {
      ...process.env,
      DATABASE_URL: `${pgbouncer.urlOf(cluster.url)}?pgbouncer=true`,
      DATABASE_DIRECT_URL: cluster.url,
    }
    const child = spawn('npx', ['vitest', 'run', ...args], { env, stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    process.exitCode = code ?? 1
  } finally {
    await pgbouncer.remove()
    cluster.remove()
  }
}
