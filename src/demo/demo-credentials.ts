import type { Config } from '../config/config.js'
import type { Sql } from '../db/dispatch/dispatch.js'

/** Whether the public credentials of the demo are valid: the database has rows marked `demo` that are not removed. */
export async function demoIsUsable(db: Pick<Sql, 'read'>): Promise<boolean> {
  const { rows } = await db.read<{ found: boolean }>({
    text: 'select has_demo_credentials() as found',
  })
  return rows[0]?.found === true
}

/** Throws a `DemoCredentialsError` if production would accept credentials of the demo. */
export async function refuseDemoInProduction(
  db: Pick<Sql, 'read'>,
  { environment, allowDemoCredentials }: Config,
): Promise<void> {
  if (environment !== 'production' || allowDemoCredentials) return
  if (await demoIsUsable(db)) throw new DemoCredentialsError()
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
