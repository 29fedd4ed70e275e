import type { z } from 'zod'
import { errorsBetween, misspelledVariables } from './rules.js'
import { variables } from './variables.js'
import { mailConfigOf } from './mail.js'
import { storageConfigOf } from './storage.js'
import { webhookConfigOf } from './webhooks.js'

/** Whether a page that sends queries is on: by default in development, unless only trusted documents are executed. */
const isPageOn = (
  { PAGES, NODE_ENV, TRUSTED_DOCUMENTS }: z.output<typeof variables>,
  chosen: boolean | undefined,
) => PAGES && (chosen ?? (NODE_ENV !== 'production' && TRUSTED_DOCUMENTS === undefined))

const configuration = variables.transform((read) => ({
  host: read.HOST,
  /** 0 means any free port. */
  port: read.PORT,
  /** The PostgreSQL server. If undefined, the service uses the embedded database in `dataDir`. */
  databaseUrl: read.DATABASE_URL === 'embedded' ? undefined : read.DATABASE_URL,
  /** The same server, with the user that owns the tables; undefined if the user of `databaseUrl` owns them. */
  migrationDatabaseUrl: read.MIGRATION_DATABASE_URL,
  /** Streaming replicas of the server, which answer reads. */
  databaseReplicaUrls: read.DATABASE_REPLICA_URLS,
  /** A replica that lags by more than this receives no reads. */
  databaseReplicaMaxLagMs: read.DATABASE_REPLICA_MAX_LAG_MS,
  dataDir: read.DATA_DIR,
  environment: read.NODE_ENV,
  /** Whether production starts with demo accounts, whose passwords are public. */
  allowDemoCredentials: read.ALLOW_DEMO_CREDENTIALS === 'yes',
  logLevel: read.LOG_LEVEL,
  /** If undefined, the log is pretty on a terminal, otherwise JSON. */
  logFormat: read.LOG_FORMAT,
  /** A request that takes this time or longer is logged as a warning; 0 turns this off. */
  slowMs: read.SLOW_MS,
  /** The URL of the OpenTelemetry collector to which traces are sent; undefined if tracing is off. */
  tracesUrl:
    read.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    read.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/*$/, '/v1/traces'),
  /**
   * The address that serves `/metrics`. If its `port` is undefined, the service's port serves it. Undefined if metrics
   * are off.
   */
  metrics:
    read.METRICS_PORT === undefined && read.METRICS_TOKEN === undefined
      ? undefined
      : { host: read.METRICS_HOST, port: read.METRICS_PORT, token: read.METRICS_TOKEN },
  /** Whether the service serves pages: Swagger UI, OpenAPI documents, and, if they are on, `/docs`, playground and dashboard. */
  pages: read.PAGES,
  /** Whether `/docs` serves the documentation, and whether a client needs a session for it. */
  docs: read.PAGES
    ? (read.DOCS ?? (read.NODE_ENV === 'production' ? ('signed-in' as const) : ('public' as const)))
    : ('off' as const),
  playground: isPageOn(read, read.PLAYGROUND),
  /** Whether `/dashboard` serves the dashboard, if it is built. */
  dashboard: isPageOn(read, read.DASHBOARD),
  /** Whether one SQL statement produces the response to a repeated GraphQL query, without Apollo and resolvers. */
  sqlAnswers: read.SQL_ANSWERS,
  /** The limits of the answers that are kept; undefined if none are. */
  keptAnswers:
    read.SQL_ANSWERS && read.KEPT_ANSWERS_MB > 0
      ? { maxBytes: read.KEPT_ANSWERS_MB * 1_000_000, minCost: read.KEPT_ANSWERS_MIN_COST }
      : undefined,
  /** The origins whose pages may read responses. */
  corsOrigins: read.CORS_ORIGINS ?? (read.NODE_ENV === 'production' ? [] : ('loopback' as const)),
  /**
   * The file of the trusted documents: the service executes no other GraphQL documents. If undefined, it executes all.
   */
  trustedDocuments: read.TRUSTED_DOCUMENTS,
  databasePoolSize: read.DATABASE_POOL_SIZE,
  databaseConnectTimeoutMs: read.DATABASE_CONNECT_TIMEOUT_MS,
  /** How long a statement may wait for a connection while all are in use. */
  databaseQueueTimeoutMs: read.DATABASE_QUEUE_TIMEOUT_MS,
  /** The time limit of a statement that only reads. */
  databaseReadTimeoutMs: read.DATABASE_READ_TIMEOUT_MS,
  databaseStatementTimeoutMs: read.DATABASE_STATEMENT_TIMEOUT_MS,
  /** Whether the embedded database flushes each commit to the disk. */
  durable: read.DURABLE,
  /** The most requests from one IP address per minute; 0 means no limit. */
  rateLimitPerMinute: read.RATE_LIMIT_PER_MINUTE,
  loginAttemptsPerMinute: read.LOGIN_ATTEMPTS_PER_MINUTE,
  /** The open sessions of a user. If there are more, the oldest ends. */
  maxSessionsPerUser: read.MAX_SESSIONS_PER_USER,
  /** The number of users that a company can invite in an hour. */
  invitationsPerHour: read.INVITATIONS_PER_HOUR,
  /** How long ago a new inspection may have been, in years. */
  maxInspectionAgeYears: read.MAX_INSPECTION_AGE_YEARS,
  /** The mail transport; undefined if the service sends no mail. */
  mail: mailConfigOf(read),
  /** The URL under which clients reach the service. If undefined, mails have no links that unsubscribe. */
  publicUrl: read.PUBLIC_URL,
  /** The page where users choose a password, with `{token}`. If undefined, mails contain only the token. */
  passwordResetUrl: read.PASSWORD_RESET_URL,
  /** Where documents are stored. */
  storage: storageConfigOf(read),
  /** Which addresses webhooks may have, and the key that encrypts their secrets. */
  webhooks: webhookConfigOf(read),
  /** The days for which audit entries are kept; 0 means forever. */
  auditDays: read.AUDIT_DAYS,
  maxBodyBytes: read.MAX_BODY_BYTES,
  maxDepth: read.MAX_DEPTH,
  maxComplexity: read.MAX_COMPLEXITY,
  /** Whether to trust `X-Forwarded-For`: always, never, or from proxies in these networks. */
  trustProxy: read.TRUST_PROXY,
  /**
   * The processor time of this process that a client may use in 10 s, if its credentials are valid. All requests
   * without valid credentials from one address together may use half of it. 0 means no limit.
   */
  processorBudgetMs: read.PROCESSOR_BUDGET_MS,
  /** How long a request waits while too many others of its user, API key or network are in progress. */
  requestQueueTimeoutMs: read.REQUEST_QUEUE_TIMEOUT_MS,
  /** From this event loop delay on, every response is 503; 0 means no limit. */
  maxEventLoopDelayMs: read.MAX_EVENT_LOOP_DELAY_MS,
  requestTimeoutMs: read.REQUEST_TIMEOUT_MS,
  /** How long the process accepts connections after SIGTERM, while `/ready` is 503. */
  shutdownDelayMs: read.SHUTDOWN_DELAY_MS,
  shutdownGraceMs: read.SHUTDOWN_GRACE_MS,
  /** The company and the admin to create in an empty database. Either all three are set or none. */
  bootstrap:
    read.BOOTSTRAP_COMPANY === undefined
      ? undefined
      : {
          company: read.BOOTSTRAP_COMPANY,
          adminEmail: read.BOOTSTRAP_ADMIN_EMAIL ?? '',
          adminPasswordFile: read.BOOTSTRAP_ADMIN_PASSWORD_FILE ?? '',
        },
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
  const issues = result.error?.issues ?? []
  const errors = [
    ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...errorsBetween(set),
    ...misspelledVariables(set, Object.keys(variables.shape)),
  ]
  if (result.data && errors.length === 0) return result.data
  throw new ConfigError(errors)
}
