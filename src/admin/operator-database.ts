import type { ClientBase } from 'pg'
import { type Config, readConfig } from '../config/config.js'
import { connectClient } from '../db/connect-client.js'
import { connectSource, openSource, migrateSource } from '../db/connect.js'
import { hasDatabase } from '../db/embedded/open-embedded.js'
import { inspectDatabase } from '../db/inspect.js'
import type { Log } from '../log/log.js'
import { asOwner } from '../db/owner.js'
import type { Source } from '../db/source.js'
import { createOperator, type Operator } from '../domain/operator.js'
import { CommandError } from './command-error.js'

/** A log on the standard error, because the standard output has the result. */
const print = (_details: object, message: string) => {
  console.error(message)
}
export const stderrLog: Log = { info: print, warn: print }

/**
 * Runs `work` with the configured database as the owner of the tables, and closes the database. Only a command that begins an
 * installation may create or migrate an empty database: all others would find nothing in it.
 */
export async function withOperator<Result>(
  work: (operator: Operator) => Promise<Result>,
  emptyDatabase: 'refuse' | 'migrate' = 'refuse',
): Promise<Result> {
  const config = asOwner(readConfig(process.env))
  if (emptyDatabase === 'refuse') requireDatabase(config)
  const source = await openSource(config, stderrLog)
  const kind = await prepare(source, config, emptyDatabase).catch(async (error: unknown) => {
    await source.close()
    throw error
  })
  const db = connectSource(source, config, stderrLog, kind)
  try {
    return await work(createOperator(db.forCaller({ actor: { operation: commandName() } })))
  } finally {
    await db.close()
  }
}

/** A PostgreSQL server, and what is known of its database before a command begins. */
export interface Server {
  readonly config: Config & { readonly databaseUrl: string }
  readonly isSharded: boolean
  /** Whether the connection leads to PgBouncer, so that statements may have a time limit. */
  readonly isPooled: boolean
}

/**
 * Runs `work` with one connection to the PostgreSQL server as the owner of the tables, without a statement timeout unless it
 * leads to PgBouncer. Throws a `CommandError` if the database is the embedded one, or lacks migrations.
 */
export async function withServer<Result>(
  work: (client: ClientBase, server: Server) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env)
  const { databaseUrl } = config
  if (databaseUrl === undefined)
    throw new CommandError('The database is embedded: this command needs a PostgreSQL server.')
  const owner = asOwner(config)
  const source = await openSource(owner, stderrLog)
  const { isSharded } = await prepare(source, owner, 'refuse')
  const options = { connectionTimeoutMillis: config.databaseConnectTimeoutMs, keepAlive: true }
  const client = await connectClient(source, options, stderrLog)
  try {
    return await work(client, {
      config: { ...config, databaseUrl },
      isSharded,
      isPooled: source.pooled === true,
    })
  } finally {
    await client.end()
  }
}

/** Throws a `CommandError` if the database is an embedded one that does not exist. */
export function requireDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || hasDatabase(dataDir)) return
  throw new CommandError(`DATA_DIR: ${dataDir} has no database. ${BEGIN}`)
}

const BEGIN = 'Start the service, or run "admin company create" first.'

/** The command, as audit entries store it: `admin user create`. */
const commandName = () =>
  ['admin', ...process.argv.slice(2).filter((argument) => !argument.startsWith('-'))]
    .slice(0, 3)
    .join(' ')

/**
 * Migrates an empty database, or refuses it. Refuses a database that lacks migrations: applying them while instances of an older
 * version run is the operator's decision, not a side effect of a command.
 */
async function prepare(
  source: Source,
  { databaseConnectTimeoutMs }: Config,
  emptyDatabase: 'refuse' | 'migrate',
) {
  const state = await inspectDatabase(source, databaseConnectTimeoutMs, stderrLog)
  if (state.empty) {
    if (emptyDatabase === 'refuse') throw new CommandError(`The database is empty. ${BEGIN}`)
    await migrateSource(source, databaseConnectTimeoutMs, stderrLog)
  } else if (state.pendingMigrations.length > 0) {
    throw new CommandError(
      `The database lacks migrations of this version: ${state.pendingMigrations.join(', ')}. ` +
        'Start the service, which applies them, or use the commands of the version that is running.',
    )
  }
  return state
}
