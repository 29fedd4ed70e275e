import { isIP } from 'node:net'
import { z } from 'zod'

/** The longest delay of a timer in Node. With a longer one, the timer fires immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1

const integer = (fallback: number, minimum: number, maximum: number) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum,
      `must be a whole number from ${minimum} to ${maximum}`,
    )
    .transform(Number)
    .default(fallback)

const milliseconds = (fallback: number) => integer(fallback, 1, MAX_TIMER_MS)

const choice = <Value extends string>(values: readonly Value[]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

const toggle = choice(['on', 'off']).transform((value) => value === 'on')

/** Whether a text is an IP address or a CIDR block like 10.0.0.0/8. */
const isNetwork = (text: string) => {
  const [address = '', bits] = text.split('/')
  const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return bits === undefined
    ? width > 0
    : /^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= width
}

const proxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every(isNetwork),
    'must be on, off, or IP addresses and networks like 10.0.0.0/8,::1',
  )

const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a URL like postgresql://user@host/name',
})

/** The environment variables of the service, with their checks and defaults. */
export const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(4000, 0, 65_535),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  DATA_DIR: z.string().default('.data'),
  NODE_ENV: choice(['development', 'production', 'test']).default('development'),
  ALLOW_DEMO_CREDENTIALS: choice(['yes', 'no']).default('no'),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  PLAYGROUND: toggle.optional(),
  SQL_ANSWERS: toggle.default(true),
  DATABASE_POOL_SIZE: integer(10, 1, 1000),
  DATABASE_CONNECT_TIMEOUT_MS: milliseconds(5000),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds(15_000),
  DURABLE: toggle.default(true),
  RATE_LIMIT_PER_MINUTE: integer(600_000, 0, 1_000_000_000),
  LOGIN_ATTEMPTS_PER_MINUTE: integer(10, 1, 1_000_000),
  MAX_BODY_BYTES: integer(1_048_576, 1024, 104_857_600),
  MAX_DEPTH: integer(12, 1, 100),
  MAX_COMPLEXITY: integer(100_000, 1, 1_000_000_000),
  TRUST_PROXY: z.union([toggle, proxies]).default(false),
  MAX_EVENT_LOOP_DELAY_MS: integer(2000, 0, MAX_TIMER_MS),
  REQUEST_TIMEOUT_MS: milliseconds(30_000),
  SHUTDOWN_GRACE_MS: milliseconds(10_000),
})

const configuration = variables.transform((read) => ({
  host: read.HOST,
  /** 0 means any free port. */
  port: read.PORT,
  /** The PostgreSQL server. If undefined, the service uses the embedded database in `dataDir`. */
  databaseUrl: read.DATABASE_URL,
  /** The server with a user that owns the tables; undefined if the user of `databaseUrl` does. */
  migrationDatabaseUrl: read.MIGRATION_DATABASE_URL,
  dataDir: read.DATA_DIR,
  environment: read.NODE_ENV,
  /** Whether production starts with demo accounts, whose passwords are public. */
  allowDemoCredentials: read.ALLOW_DEMO_CREDENTIALS === 'yes',
  logLevel: read.LOG_LEVEL,
  playground: read.PLAYGROUND ?? read.NODE_ENV !== 'production',
  /** Whether one SQL statement produces the response to a repeated GraphQL query, without Apollo and resolvers. */
  sqlAnswers: read.SQL_ANSWERS,
  databasePoolSize: read.DATABASE_POOL_SIZE,
  databaseConnectTimeoutMs: read.DATABASE_CONNECT_TIMEOUT_MS,
  databaseStatementTimeoutMs: read.DATABASE_STATEMENT_TIMEOUT_MS,
  /** Whether the embedded database flushes each commit to the disk. */
  durable: read.DURABLE,
  /** The most requests from one IP address per minute; 0 means no limit. */
  rateLimitPerMinute: read.RATE_LIMIT_PER_MINUTE,
  loginAttemptsPerMinute: read.LOGIN_ATTEMPTS_PER_MINUTE,
  maxBodyBytes: read.MAX_BODY_BYTES,
  maxDepth: read.MAX_DEPTH,
  maxComplexity: read.MAX_COMPLEXITY,
  /** Whether to trust `X-Forwarded-For`: always, never, or from proxies in these networks. */
  trustProxy: read.TRUST_PROXY,
  /** While the event loop is delayed by more than this, the response is 503; 0 means no limit. */
  maxEventLoopDelayMs: read.MAX_EVENT_LOOP_DELAY_MS,
  requestTimeoutMs: read.REQUEST_TIMEOUT_MS,
  shutdownGraceMs: read.SHUTDOWN_GRACE_MS,
}))

export type Config = z.output<typeof configuration>

/** The configuration is invalid. The message lists all errors, one per line. */
export class ConfigError extends Error {
  constructor(readonly errors: string[]) {
    super(['The configuration is invalid:', ...errors].join('\n  '))
    this.name = 'ConfigError'
  }
}

/** Reads the configuration from `env`. An empty variable counts as unset. Throws a `ConfigError` with all errors. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const result = configuration.safeParse(set)
  if (result.success) return result.data
  throw new ConfigError(
    result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
  )
}
