/** After how many seconds a client may try again when the service had no room or no database. */
export const RETRY_AFTER = 5

/** SQLSTATEs, by class or whole: connection lost, access refused, out of resources, shutting down, timed out, no such database, prepared statement lost. */
const SQLSTATE = /^(08|28|53|58|57P)[0-9A-Z]+$|^(57014|25P03|3D000|26000)$/

const SOCKET_CODES = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** Prisma's codes for a database that refuses, is out of reach, times out, hangs up, or has no connection free. */
const PRISMA_CODES = new Set(
  'P1000 P1001 P1002 P1003 P1008 P1010 P1011 P1017 P2024 P2028 P2037'.split(' '),
)

/** What Prisma's driver adapter calls the same, where it gives no code. */
const ADAPTER_KINDS = new Set([
  'AuthenticationFailed',
  'ConnectionClosed',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
])

/** How node-postgres begins the messages of errors that it gives no code. */
const MESSAGES = [
  'Cannot use a pool after calling end',
  'Client has encountered a connection error',
  'Client was closed',
  'Connection terminated',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
]

const DEEPEST_CAUSE = 5

/** In place of a statement that waited too long for its turn, and was not sent. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** Says whether the database is out of reach, shutting down, timing out or out of connections: it is not the statement's fault, and trying later may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return chainOf(error).some(isFault)
}

/** Whether the database ended a statement that exceeded its time limit. */
export const isStatementTimeout = (error: unknown): boolean =>
  chainOf(error).some(({ code }) => code === '57014')

interface Fault {
  name?: unknown
  message?: unknown
  code?: unknown
  errorCode?: unknown
  originalCode?: unknown
  kind?: unknown
  syscall?: unknown
  cause?: unknown
  meta?: { driverAdapterError?: unknown }
}

/** The error, what caused it, and what Prisma's driver adapter reported, nearest first. */
function chainOf(error: unknown, depth = 0): Fault[] {
  if (typeof error !== 'object' || error === null || depth > DEEPEST_CAUSE) return []
  const fault: Fault = error
  const adapter = chainOf(fault.meta?.driverAdapterError, depth + 1)
  return [fault, ...adapter, ...chainOf(fault.cause, depth + 1)]
}

function isFault(fault: Fault): boolean {
  const codes = [fault.code, fault.errorCode, fault.originalCode]
  return (
    fault instanceof BusyError ||
    codes.some((code) => typeof code === 'string' && isFaultCode(code)) ||
    isMissingSocket(fault) ||
    (typeof fault.kind === 'string' && ADAPTER_KINDS.has(fault.kind)) ||
    MESSAGES.some(
      (message) => typeof fault.message === 'string' && fault.message.startsWith(message),
    )
  )
}

const isFaultCode = (code: string) =>
  SQLSTATE.test(code) || SOCKET_CODES.has(code) || PRISMA_CODES.has(code)

/** A missing file is the database's fault only where it is the socket of a server. */
const isMissingSocket = (fault: Fault) =>
  fault.code === 'ENOENT' &&
  (fault.syscall === 'connect' || fault.name === 'PrismaClientKnownRequestError')
