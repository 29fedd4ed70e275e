/**
 * Settings for services in tests: without limits on load, and with time limits that a busy machine does not reach. A test
 * of such a limit overrides it.
 */
export const PATIENT = {
  MAX_EVENT_LOOP_DELAY_MS: '0',
  PROCESSOR_BUDGET_MS: '0',
  DATABASE_CONNECT_TIMEOUT_MS: '60000',
  DATABASE_QUEUE_TIMEOUT_MS: '60000',
  DATABASE_READ_TIMEOUT_MS: '60000',
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  REQUEST_QUEUE_TIMEOUT_MS: '60000',
  REQUEST_TIMEOUT_MS: '60000',
  SHUTDOWN_GRACE_MS: '60000',
  SLOW_MS: '0',
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'yes',
} as const satisfies Readonly<Record<string, string>>
