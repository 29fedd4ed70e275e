import { type Config, ConfigError, readConfig } from '../config/config.js'
import { openSource } from '../db/connect.js'
import { hasDatabase } from '../db/embedded/open-embedded.js'
import { type DatabaseState, inspectDatabase } from '../db/inspect.js'
import { asOwner } from '../db/owner.js'
import { describeError } from './describe-error.js'
import { stderrLog } from './operator-database.js'

const MIN_VERSION = 15

/** The result of each check: `ok`, or what is wrong; null if it could not be checked. */
interface Findings {
  readonly configuration: string
  readonly database: string | null
  readonly migrations: string | null
  /** Whether PostgreSQL has planner statistics of the large tables. */
  readonly statistics: string | null
}

/** Checks configuration, database, migrations and planner statistics. Changes nothing. */
export async function checkService(env: NodeJS.ProcessEnv) {
  const findings = await findProblems(env)
  return { ok: Object.values(findings).every((finding) => finding === 'ok'), ...findings }
}

async function findProblems(env: NodeJS.ProcessEnv): Promise<Findings> {
  try {
    return { configuration: 'ok', ...(await checkDatabase(readConfig(env))) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return {
      configuration: error.errors.join('; '),
      database: null,
      migrations: null,
      statistics: null,
    }
  }
}

async function checkDatabase(config: Config): Promise<Omit<Findings, 'configuration'>> {
  if (config.databaseUrl === undefined && !hasDatabase(config.dataDir)) {
    return {
      database: `${config.dataDir} has no database: the first start creates it`,
      migrations: null,
      statistics: null,
    }
  }
  try {
    const state = await inspect(config)
    const migrator = config.migrationDatabaseUrl ? await inspect(asOwner(config)) : state
    return {
      database: checkVersion(state),
      migrations: checkMigrations({ ...state, isRestricted: migrator.isRestricted }),
      statistics: checkStatistics(migrator),
    }
  } catch (error) {
    return { database: describeError(error), migrations: null, statistics: null }
  }
}

async function inspect(config: Config): Promise<DatabaseState> {
  const source = await openSource(config, stderrLog)
  try {
    return await inspectDatabase(source, config.databaseConnectTimeoutMs, stderrLog)
  } finally {
    await source.close()
  }
}

const checkVersion = ({ version }: DatabaseState) =>
  parseInt(version) >= MIN_VERSION
    ? 'ok'
    : `PostgreSQL ${version} is too old: ${MIN_VERSION} or newer is required`

const checkStatistics = ({ withoutStatistics }: DatabaseState) =>
  withoutStatistics.length === 0
    ? 'ok'
    : `missing for ${withoutStatistics.join(', ')}, so queries are slow: run vacuumdb --analyze-in-stages`

function checkMigrations({ pendingMigrations, isRestricted }: DatabaseState): string {
  if (pendingMigrations.length === 0) return 'ok'
  const names = pendingMigrations.join(', ')
  return isRestricted
    ? `pending, and the service cannot apply them: ${names}. Set MIGRATION_DATABASE_URL to a URL with the owner of the tables`
    : `pending, the next start applies them: ${names}`
}
