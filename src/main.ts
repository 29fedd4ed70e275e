import { pino } from 'pino'
import { createApp } from './app.js'
import { ConfigError, readConfig } from './config.js'
import { openDatabase } from './db/connect.js'
import { FolderInUseError } from './db/embedded/lock.js'

/** Starts the service, and stops it when it is told to. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel })
  const db = await openDatabase(config, log)
  const app = await createApp(config, db, log)
  await app.listen({ host: config.host, port: config.port })

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'Draining')
    setTimeout(() => process.exit(1), config.shutdownGraceMs).unref()
    await app.close()
    await db.close()
    log.info({}, 'Stopped')
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
}

try {
  await main()
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof FolderInUseError
  console.error(expected ? error.message : error)
  process.exit(1)
}
