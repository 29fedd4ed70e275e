import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createApp } from './app.js'
import { type Config, ConfigError, readConfig } from './config.js'
import { type Database, openDatabase } from './db/connect.js'
import { FolderInUseError } from './db/embedded/lock.js'
import { UnusableFolderError } from './db/embedded/open-embedded.js'
import type { Log } from './db/log.js'
import type { Demo } from './demo/demo-file.js'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Ends a start that is told to stop. The first process of a container would else not hear of it. */
const leave = () => process.exit(0)

/** Starts the service, and stops it when it is told to. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel })
  for (const signal of SIGNALS) process.on(signal, leave)
  const db = await openDatabase(config, log)
  const demo = hasDemo(config) ? await openDemo(db, config, log) : undefined
  const app = await createApp(config, db, log, demo?.users[0])
  stopWhenTold(app, db, config, log)
  const address = await listen(app, config)
  if (config.environment === 'development') welcome(address, config, demo)
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new ConfigError([`PORT and HOST: cannot listen at ${host}:${port} (${code}).`])
  }
}

/** On SIGTERM or SIGINT: takes no more connections, finishes what is under way, and ends. */
function stopWhenTold(
  app: FastifyInstance,
  db: Database,
  { shutdownGraceMs }: Config,
  log: Log,
): void {
  // Connections that have sent no request yet; node takes them for busy.
  const silent = new Set<Socket>()
  app.server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'Draining')
    setTimeout(() => process.exit(1), shutdownGraceMs).unref()
    // A connection whose request is being answered is idle afterwards, and its client would keep it open.
    const closing = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of silent) socket.destroy()
    }, 100)
    await app.close()
    clearInterval(closing)
    await db.close()
    log.info({}, 'Stopped')
  }
  for (const signal of SIGNALS) process.off(signal, leave).on(signal, () => void stop(signal))
}

/** Only an embedded database that is not in production is filled with demo data. */
const hasDemo = ({ databaseUrl, environment }: Config) =>
  databaseUrl === undefined && environment !== 'production'

/** Nobody else waits for the demo's code to be loaded. */
async function openDemo(db: Database, { dataDir }: Config, log: Log): Promise<Demo | undefined> {
  const demo = await import('./demo/open-demo.js')
  return demo.openDemo(db, dataDir, log)
}

function welcome(address: string, config: Config, demo: Demo | undefined): void {
  const hint = config.playground ? '   (a playground, in a browser)' : ''
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
  const expected = [ConfigError, FolderInUseError, UnusableFolderError]
  console.error(expected.some((type) => error instanceof type) ? (error as Error).message : error)
  process.exit(1)
}
