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

const postgresUrl = (error: string) => z.url({ protocol: /^postgres(ql)?$/, error })

const mailServer = z.url({
  protocol: /^smtps?$/,
  error: 'must be a URL like smtp://user:password@host:587',
})

/** The environment variables of the service, with their checks and defaults. */
export const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(4000, 0, 65_535),
  DATABASE_URL: postgresUrl('must be a URL like postgresql://user@host/name, or embedded')
    .or(z.literal('embedded'))
    .optional(),
  MIGRATION_DATABASE_URL: postgresUrl('must be a URL like postgresql://user@host/name').optional(),
  DATA_DIR: z.string().default('.data'),
  NODE_ENV: choice(['development', 'production', 'test']).default('development'),
  ALLOW_DEMO_CREDENTIALS: choice(['yes', 'no']).default('no'),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  PLAYGROUND: toggle.optional(),
  SQL_ANSWERS: toggle.default(true),
  DATABASE_POOL_SIZE: integer(10, 1, 1000),
  DATABASE_CONNECT_TIMEOUT_MS: milliseconds(5000),
  DATABASE_QUEUE_TIMEOUT_MS: milliseconds(1000),
  DATABASE_READ_TIMEOUT_MS: milliseconds(4000),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds(15_000),
  DURABLE: toggle.default(true),
  RATE_LIMIT_PER_MINUTE: integer(600_000, 0, 1_000_000_000),
  LOGIN_ATTEMPTS_PER_MINUTE: integer(10, 1, 1_000_000),
  SMTP_URL: mailServer.optional(),
  MAIL_DIR: z.string().optional(),
  MAIL_FROM: z.string().default('Field Inspection Service <no-reply@localhost>'),
  PASSWORD_RESET_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL like https://host/reset?token={token}' })
    .refine((url) => url.includes('{token}'), 'must contain {token}')
    .optional(),
  MAX_BODY_BYTES: integer(1_048_576, 1024, 104_857_600),
  MAX_DEPTH: integer(12, 1, 100),
  MAX_COMPLEXITY: integer(100_000, 1, 1_000_000_000),
  TRUST_PROXY: z.union([toggle, proxies]).default(false),
  PROCESSOR_BUDGET_MS: integer(2000, 0, MAX_TIMER_MS),
  MAX_EVENT_LOOP_DELAY_MS: integer(1000, 0, MAX_TIMER_MS),
  REQUEST_TIMEOUT_MS: milliseconds(12_000),
  SHUTDOWN_DELAY_MS: integer(1000, 0, MAX_TIMER_MS),
  SHUTDOWN_GRACE_MS: milliseconds(10_000),
  BOOTSTRAP_COMPANY: z.string().optional(),
  BOOTSTRAP_ADMIN_EMAIL: z.string().optional(),
  BOOTSTRAP_ADMIN_PASSWORD_FILE: z.string().optional(),
})
