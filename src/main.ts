import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createApp } from './app.js'
import { type Config, ConfigError, readConfig } from './config.js'
import { type Database, openDatabase } from './db/connect.js'
import { DataFolderError } from './db/embedded/lock.js'
import type { Log } from './db/log.js'
import { PendingMigrationsError } from './db/migrate.js'
import { DemoCredentialsError, refuseDemoInProduction } from './demo/demo-credentials.js'
import type { Demo } from './demo/demo-file.js'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** The signal handler during the start. Process 1 of a container ignores signals that have no handler. */
const exit = () => process.exit(0)

/** Starts the service, and stops it on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel })
  for (const signal of SIGNALS) process.on(signal, exit)
  const db = await openDatabase(config, log)
  await refuseDemoInProduction(db, config)
  const demo = await openDemo(db, config, log)
  const app = await createApp(config, db, log, demo?.users[0])
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

/** Graceful shutdown on SIGTERM or SIGINT: refuses new connections, completes the requests in progress, and exits. */
function stopOnSignal(app: FastifyInstance, db: Database, config: Config, log: Log): void {
  // Connections that have not sent a request yet. `closeIdleConnections` does not close them.
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'Draining')
    setTimeout(() => process.exit(1), config.shutdownGraceMs).unref()
    // Repeatedly, because a connection becomes idle only after its last response.
    const closing = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of unused) socket.destroy()
    }, 100)
    await app.close()
    clearInterval(closing)
    await db.close()
    log.info({}, 'Stopped')
  }
  for (const signal of SIGNALS) process.off(signal, exit).on(signal, () => void stop(signal))
}

/** Only an embedded database outside of production gets demo data. Other starts do not load the demo's code. */
async function openDemo(db: Database, config: Config, log: Log): Promise<Demo | undefined> {
  if (config.databaseUrl !== undefined || config.environment === 'production') return undefined
  const demo = await import('./demo/seed-demo.js')
  return demo.openDemo(db, config.dataDir, log)
}

function welcome(address: string, config: Config, demo: Demo | undefined): void {
  const hint = config.playground ? '   (with a playground in a browser)' : ''
  const lines = [`GraphQL     ${address}/graphql${hint}`]
  if (demo) {
    const [user] = demo.users
    lines.push(
      `Sign in     ${user?.username ?? ''} / ${user?.password ?? ''}`,
      `All demo credentials are in ${config.dataDir}/demo.json`,
    )
  }
  console.log(`\n  ${lines.join('\n  ')}\n`)
}

try {
  await main()
} catch (error) {
  const expected = [ConfigError, DataFolderError, DemoCredentialsError, PendingMigrationsError]
  console.error(expected.some((type) => error instanceof type) ? (error as Error).message : error)
  process.exit(1)
}
