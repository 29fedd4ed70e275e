import type { Config } from '../config/config.js'
import type { Database } from '../db/connect.js'
import type { Sql } from '../db/dispatch/dispatch.js'
import { isPartlyUnavailable } from '../db/unavailable.js'
import { startWorker } from '../domain/worker.js'
import type { Log } from '../log/log.js'

/** Whether the public credentials of the demo are valid: the database has rows marked `demo` that are not removed. */
export async function demoIsUsable(db: Pick<Sql, 'read'>): Promise<boolean> {
  const { rows } = await db.read<{ found: boolean }>({
    text: 'select has_demo_credentials() as found',
  })
  return rows[0]?.found === true
}

/** The time between two checks while a database server is down. */
const INTERVAL_MS = 5000

interface Check {
  readonly log: Log
  /** By default five seconds. */
  readonly intervalMs?: number
  /** Called with a `DemoCredentialsError` if a later check finds demo accounts. */
  readonly onFound: (error: unknown) => void
}

/**
 * Throws a `DemoCredentialsError` if production would accept credentials of the demo. Returns the function that ends the check.
 *
 * If a server of a distributed database is down, its companies cannot be checked. The companies of the others do not wait for it: the
 * service starts, and repeats the check until all servers have responded. Before that, the passwords of the demo open nothing: a sign-in
 * asks all servers, too, unless the client has an API key of the company, which is secret.
 */
export async function refuseDemoInProduction(
  db: Pick<Database, 'read' | 'status'>,
  { environment, allowDemoCredentials }: Config,
  { log, intervalMs = INTERVAL_MS, onFound }: Check,
): Promise<() => Promise<void>> {
  let stop = () => Promise.resolve()
  if (environment !== 'production' || allowDemoCredentials) return stop
  const isUsable = await demoIsUsable(db).catch((error: unknown) => {
    if (isPartlyUnavailable(db.status(), error)) return undefined
    throw error
  })
  if (isUsable) throw new DemoCredentialsError()
  if (isUsable === undefined) {
    const next = async () => {
      const isFound = await demoIsUsable(db)
      void stop()
      if (isFound) onFound(new DemoCredentialsError())
      return false
    }
    const failure = 'Whether the database has demo accounts is not known, because a server is down'
    stop = startWorker({ next, intervalMs, log, failure })
  }
  return stop
}

export class DemoCredentialsError extends Error {
  override readonly name = 'DemoCredentialsError'

  constructor() {
    super(
      'The database has demo accounts, whose passwords are public, and NODE_ENV is "production". ' +
        'Remove them with "node dist/demo/remove.js", or set ALLOW_DEMO_CREDENTIALS=yes.',
    )
  }
}
