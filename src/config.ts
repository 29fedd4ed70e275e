import { isIP } from 'node:net'
import { z } from 'zod'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const MAX_TIMER_MS = 2 ** 31 - 1

const integer = (fallback: number, minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, {
      message: `must be between ${minimum} and ${maximum}`,
    })
    .default(fallback)

const milliseconds = (fallback: number) => integer(fallback, 1, MAX_TIMER_MS)

const choice = <Value extends string>(values: readonly Value[]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

const toggle = choice(['on', 'off']).transform((value) => value === 'on')

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
  .refine((parts) => parts.every(isNetwork), 'must be on, off, or addresses like 10.0.0.0/8,::1')

/** Every variable that the service reads, each checked and with its default. */
export const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(4000, 0, 65_535),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a URL like postgresql://user@host/name' })
    .optional(),
  DATA_DIR: z.string().default('.data'),
  NODE_ENV: choice(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: choice(LOG_LEVELS).default('info'),
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
  /** 0 lets the system choose a free port. */
  port: read.PORT,
  /** The PostgreSQL server; without it the embedded database in `dataDir` is used. */
  databaseUrl: read.DATABASE_URL,
  dataDir: read.DATA_DIR,
  environment: read.NODE_ENV,
  logLevel: read.LOG_LEVEL,
  playground: read.PLAYGROUND ?? read.NODE_ENV !== 'production',
  /** Whether a GraphQL query that comes again is answered by one SQL statement, without Apollo and resolvers. */
  sqlAnswers: read.SQL_ANSWERS,
  databasePoolSize: read.DATABASE_POOL_SIZE,
  databaseConnectTimeoutMs: read.DATABASE_CONNECT_TIMEOUT_MS,
  databaseStatementTimeoutMs: read.DATABASE_STATEMENT_TIMEOUT_MS,
  /** Whether the embedded database flushes each commit to the disk itself. */
  durable: read.DURABLE,
  /** Requests per network address; 0 is no limit. */
  rateLimitPerMinute: read.RATE_LIMIT_PER_MINUTE,
  loginAttemptsPerMinute: read.LOGIN_ATTEMPTS_PER_MINUTE,
  maxBodyBytes: read.MAX_BODY_BYTES,
  maxDepth: read.MAX_DEPTH,
  maxComplexity: read.MAX_COMPLEXITY,
  /** Whose `X-Forwarded-For` to believe: everybody's, nobody's, or these networks'. */
  trustProxy: read.TRUST_PROXY,
  /** New requests are turned away while the event loop lags this much; 0 turns none away. */
  maxEventLoopDelayMs: read.MAX_EVENT_LOOP_DELAY_MS,
  requestTimeoutMs: read.REQUEST_TIMEOUT_MS,
  shutdownGraceMs: read.SHUTDOWN_GRACE_MS,
}))

/** What the service was told through its environment, typed and checked. */
export type Config = z.output<typeof configuration>

/** Every complaint about the environment, one line each. */
export class ConfigError extends Error {
  constructor(readonly complaints: string[]) {
    super(['The configuration is not usable:', ...complaints].join('\n  '))
    this.name = 'ConfigError'
  }
}

/** Reads the configuration from `env`; an empty variable counts as unset, and all complaints come together. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const result = configuration.safeParse(given)
  if (result.success) return result.data
  throw new ConfigError(
    result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
  )
}
