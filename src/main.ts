import type { FastifyInstance } from 'fastify'
import { createApp } from './app.js'
import { type Config, ConfigError, readConfig } from './config/config.js'
import { hasDashboard } from './dashboard.js'
import { PoolerError } from './db/connect-client.js'
import { type Database, openDatabase } from './db/connect.js'
import { DataFolderError } from './db/embedded/lock.js'
import type { Log } from './log/log.js'
import { PendingMigrationsError } from './db/migrate.js'
import { asOwner, NotOwnerError } from './db/owner.js'
import { DemoCredentialsError, refuseDemoInProduction } from './demo/demo-credentials.js'
import type { Demo } from './demo/demo-file.js'
import { watchMaintenance } from './domain/maintenance/watch-maintenance.js'
import { TrustedDocumentsError } from './graphql/server/trusted-documents.js'
import { createLog } from './log/create-log.js'
import { openLogOutput } from './log/output.js'
import { prepareShutdown } from './shutdown.js'
import { startWorkers } from './start-workers.js'
import { version, versionText } from './version.js'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** The signal handler during the start: without a handler, process 1 of a container ignores the signal. */
const exit = () => process.exit(0)

/** Starts the service, and stops it on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel, await openLogOutput(config))
  log.info(version, 'Starting')
  for (const signal of SIGNALS) process.on(signal, exit)
  const db = await openDatabase(config, log)
  const stopDemoCheck = await refuseDemoInProduction(db, config, { log, onFound: fail })
  await createFirstCompany(db, config, log)
  const demo = await openDemo(db, config, log)
  const maintenance = await watchMaintenance(db, log)
  const app = await createApp(config, db, log, demo && accountsToOffer(demo), maintenance.isOn)
  app.addHook('onClose', maintenance.stop)
  app.addHook('onClose', stopDemoCheck)
  for (const stop of startWorkers(db, config, log, app.webhookQueries)) {
    app.addHook('onClose', stop)
  }
  stopOnSignal(app, db, config, log)
  const address = await listen(app, config)
  if (config.environment === 'development') welcome(address, config, demo)
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new ConfigError([`PORT and HOST: cannot listen on ${host}:${port} (${code}).`])
  }
}

/**
 * Stops gracefully. After SIGTERM, keeps accepting connections for `shutdownDelayMs`, because a load balancer may still
 * send requests.
 */
function stopOnSignal(app: FastifyInstance, db: Database, config: Config, log: Log): void {
  const shutdown = prepareShutdown(app, config, log)
  const stop = async (signal: NodeJS.Signals) => {
    if (app.isStopping) return
    await shutdown(signal, signal === 'SIGTERM' ? config.shutdownDelayMs : 0)
    await db.close()
    log.info({}, 'Stopped')
  }
  for (const signal of SIGNALS) process.off(signal, exit).on(signal, () => void stop(signal))
}

/** Creates the first company if the variables `BOOTSTRAP_…` are set. Otherwise, the bootstrap code is not loaded. */
async function createFirstCompany(db: Database, config: Config, log: Log): Promise<void> {
  if (!config.bootstrap) return
  const module = await import('./admin/bootstrap.js')
  const owner = db.isRestricted ? await openDatabase(asOwner(config), log) : db
  try {
    await module.bootstrapCompany(config.bootstrap, owner, log)
  } finally {
    if (owner !== db) await owner.close()
  }
}

/**
 * Only an embedded database outside of production gets demo data. In all other cases, the process does not load the
 * demo's code.
 */
async function openDemo(db: Database, config: Config, log: Log): Promise<Demo | undefined> {
  if (config.databaseUrl !== undefined || config.environment === 'production') return undefined
  const demo = await import('./demo/seed-demo.js')
  return demo.openDemo(db, config.dataDir, log)
}

/** The first account of each role in each company. */
const accountsToOffer = ({ users }: Demo) =>
  users.filter(
    ({ company, role }, index) =>
      users.findIndex((other) => other.company === company && other.role === role) === index,
  )

function welcome(address: string, config: Config, demo: Demo | undefined): void {
  const hint = config.playground ? '   (with a playground in a browser)' : ''
  const lines = [`GraphQL     ${address}/graphql${hint}`]
  if (config.dashboard && hasDashboard()) lines.unshift(`Dashboard   ${address}/dashboard`)
  if (demo) {
    const [user] = demo.users
    lines.push(
      `Sign in     ${user?.username ?? ''} / ${user?.password ?? ''}`,
      `All demo credentials are in ${config.dataDir}/demo.json`,
    )
  }
  console.log(`\n  ${lines.join('\n  ')}\n`)
}

function fail(error: unknown): never {
  const expected = [
    ConfigError,
    DataFolderError,
    DemoCredentialsError,
    NotOwnerError,
    PendingMigrationsError,
    PoolerError,
    TrustedDocumentsError,
  ]
  console.error(expected.some((type) => error instanceof type) ? (error as Error).message : error)
  process.exit(1)
}

try {
  if (process.argv.includes('--version')) console.log(versionText)
  else await main()
} catch (error) {
  fail(error)
}
