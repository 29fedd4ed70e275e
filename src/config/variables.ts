import { z } from 'zod'
import {
  choice,
  collectorUrl,
  integer,
  mailServer,
  MAX_TIMER_MS,
  milliseconds,
  origins,
  ports,
  proxies,
  toggle,
  replicaUrls,
} from './values.js'
import { parseServerUrl } from './server-url.js'

/** How long ago a new inspection may have been, unless the variable says otherwise. */
export const MAX_INSPECTION_AGE_YEARS = 30

const postgresUrl = (error: string) =>
  z
    .string()
    .refine((text) => parseServerUrl(text) !== undefined, error)
    .refine(
      (text) => [undefined, 'true', 'false'].includes(parseServerUrl(text)?.pgbouncer),
      'the parameter pgbouncer must be true or false',
    )

/** The environment variables of the service, with their checks and defaults. */
export const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(4000, 0, 65_535),
  DATABASE_URL: postgresUrl('must be a URL like postgresql://user@host/name, or embedded')
    .or(z.literal('embedded'))
    .optional(),
  MIGRATION_DATABASE_URL: postgresUrl('must be a URL like postgresql://user@host/name').optional(),
  DATABASE_REPLICA_URLS: replicaUrls.default([]),
  DATABASE_REPLICA_MAX_LAG_MS: milliseconds(10_000),
  DATA_DIR: z.string().default('.data'),
  NODE_ENV: choice(['development', 'production', 'test']).default('development'),
  ALLOW_DEMO_CREDENTIALS: choice(['yes', 'no']).default('no'),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: choice(['pretty', 'json']).optional(),
  SLOW_MS: integer(1000, 0, MAX_TIMER_MS),
  METRICS_PORT: integer(0, 0, 65_535).unwrap().optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl('http://collector:4318'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorUrl('http://collector:4318/v1/traces'),
  PAGES: toggle.default(true),
  DOCS: choice(['public', 'signed-in', 'off']).optional(),
  PLAYGROUND: toggle.optional(),
  DASHBOARD: toggle.optional(),
  SQL_ANSWERS: toggle.default(true),
  KEPT_ANSWERS_MB: integer(64, 0, 65_536),
  KEPT_ANSWERS_MIN_COST: integer(1000, 0, 1_000_000_000),
  CORS_ORIGINS: origins.optional(),
  TRUSTED_DOCUMENTS: z.string().optional(),
  DATABASE_POOL_SIZE: integer(10, 1, 1000),
  DATABASE_CONNECT_TIMEOUT_MS: milliseconds(5000),
  DATABASE_QUEUE_TIMEOUT_MS: milliseconds(1000),
  DATABASE_READ_TIMEOUT_MS: milliseconds(4000),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds(15_000),
  DURABLE: toggle.default(true),
  RATE_LIMIT_PER_MINUTE: integer(600_000, 0, 1_000_000_000),
  LOGIN_ATTEMPTS_PER_MINUTE: integer(10, 1, 1_000_000),
  MAX_SESSIONS_PER_USER: integer(50, 1, 100_000),
  INVITATIONS_PER_HOUR: integer(100, 1, 1_000_000),
  MAX_INSPECTION_AGE_YEARS: integer(MAX_INSPECTION_AGE_YEARS, 1, 1000),
  SMTP_URL: mailServer.optional(),
  MAIL_DIR: z.string().optional(),
  MAIL_FROM: z.string().default('Field Inspection Service <no-reply@localhost>'),
  DOCUMENT_STORAGE: choice(['database', 'folder', 's3']).default('database'),
  DOCUMENT_FOLDER: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_PREFIX: z
    .string()
    .regex(
      /^[\w.-][\w./-]*$/,
      'must consist of letters, digits and ._-/, without a slash at its start',
    )
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be a URL like https://storage.example:9000' })
    .optional(),
  S3_PATH_STYLE: toggle.default(false),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL like https://inspections.example' })
    .optional(),
  PASSWORD_RESET_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL like https://host/reset?token={token}' })
    .refine((url) => url.includes('{token}'), 'must contain {token}')
    .optional(),
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: choice(['yes', 'no']).default('no'),
  WEBHOOK_PORTS: ports.default([443, 8443]),
  WEBHOOK_ENCRYPTION_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  AUDIT_DAYS: integer(365, 0, 36_500),
  MAX_BODY_BYTES: integer(2_097_152, 1024, 104_857_600),
  MAX_DEPTH: integer(12, 1, 100),
  MAX_COMPLEXITY: integer(100_000, 1, 1_000_000_000),
  TRUST_PROXY: z.union([toggle, proxies]).default(false),
  PROCESSOR_BUDGET_MS: integer(2000, 0, MAX_TIMER_MS),
  REQUEST_QUEUE_TIMEOUT_MS: milliseconds(4000),
  MAX_EVENT_LOOP_DELAY_MS: integer(1000, 0, MAX_TIMER_MS),
  REQUEST_TIMEOUT_MS: milliseconds(12_000),
  SHUTDOWN_DELAY_MS: integer(1000, 0, MAX_TIMER_MS),
  SHUTDOWN_GRACE_MS: milliseconds(10_000),
  BOOTSTRAP_COMPANY: z.string().optional(),
  BOOTSTRAP_ADMIN_EMAIL: z.string().optional(),
  BOOTSTRAP_ADMIN_PASSWORD_FILE: z.string().optional(),
})
