import { StoreUnavailableError } from '../storage/object-store.js'

/** The `Retry-After` header of a 503, in seconds. */
export const RETRY_AFTER = 5

/**
 * SQLSTATEs, as a class or a whole code: connection lost, access refused, out of resources, server shutting down,
 * timeout, missing database, missing prepared statement, deadlock, serialization failure, read-only server.
 */
const SQLSTATE = /^(08|28|53|58|57P)[0-9A-Z]+$|^(57014|25P03|3D000|26000|40P01|40001|25006)$/

/** Error codes of Node's sockets and of Prisma, and the `kind` of errors of Prisma's driver adapter without a code. */
const CODES = new Set(
  `ECONNABORTED ECONNREFUSED ECONNRESET EAI_AGAIN EHOSTUNREACH ENETUNREACH ENOTFOUND EPIPE ETIMEDOUT
   P1000 P1001 P1002 P1003 P1008 P1010 P1011 P1017 P2024 P2028 P2034 P2037
   AuthenticationFailed ConnectionClosed DatabaseAccessDenied DatabaseDoesNotExist
   DatabaseNotReachable SocketTimeout TlsConnectionError TooManyConnections
   TransactionWriteConflict`.split(/\s+/),
)

/** The first words of error messages from node-postgres, and of one from Citus. These errors have no code of their own. */
const MESSAGES = [
  'Cannot use a pool after calling end',
  'Client has encountered a connection error',
  'Client was closed',
  'Connection terminated',
  // The server of the shard was lost during the commit.
  'could not commit transaction for shard',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
]

/** Limits the recursion, because an error may be its own cause. */
const MAX_CAUSES = 5

/** A statement was queued, or waited for a connection, for too long, and was never sent. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** A replica does not have the newest write of the company yet: the primary answers. */
export class BehindError extends Error {
  override readonly name = 'BehindError'
}

/** No host of DATABASE_URL is a server that accepts writes. */
export class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError'
}

/** A read ran longer than the service allows, and was cancelled. Its cause is the error of the cancelled statement. */
export class ReadTimeoutError extends Error {
  override readonly name = 'ReadTimeoutError'

  constructor(cause: unknown) {
    super('The request reads more than the service allows in its time limit.', { cause })
  }
}

/** The client has closed its connection, and so its statement was not sent, or was cancelled. */
export class ClientDisconnectedError extends Error {
  override readonly name = 'ClientDisconnectedError'
}

/**
 * Whether an error means that the database is unreachable, shutting down, too slow or out of connections, or that a store of bytes
 * outside of it cannot be used. A later retry
 * may succeed, so the service responds with 503.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return chainOf(error).some(isUnavailable)
}

/**
 * Whether a query of all companies failed because one of several servers (Citus) is unavailable: queries of companies on the others may
 * succeed.
 */
export const isPartlyUnavailable = (
  { isSharded }: { readonly isSharded: boolean },
  error: unknown,
): boolean => isSharded && isDatabaseUnavailable(error)

/** The error if a read ran longer than the service allows. A retry would probably take as long. */
export const findReadTimeout = (error: unknown): ReadTimeoutError | undefined =>
  chainOf(error).find((each) => each instanceof ReadTimeoutError)

/** Whether a statement was not sent, because too many others were queued. */
export const isBusy = (error: unknown): boolean =>
  chainOf(error).some((each) => each instanceof BusyError)

/** Whether the client has closed its connection: no response is sent, and there is nothing to log. */
export const isClientDisconnected = (error: unknown): boolean =>
  chainOf(error).some((each) => each instanceof ClientDisconnectedError)

/**
 * Whether a transaction failed because of another one, which held a lock that it waited for (deadlock), or changed what it
 * had read. It was rolled back, and may succeed if it is repeated.
 */
export const isConflict = (error: unknown): boolean =>
  chainOf(error).some(({ code, originalCode }) =>
    ['40P01', '40001', 'P2034'].includes(String(originalCode ?? code)),
  )

/** Whether the server cancelled a statement that exceeded its time limit. */
export const isStatementTimeout = (error: unknown): boolean => hasSqlState(error, '57014')

export const hasSqlState = (error: unknown, sqlState: string): boolean =>
  chainOf(error).some(({ code, originalCode }) => (originalCode ?? code) === sqlState)

type Property = 'name' | 'message' | 'code' | 'errorCode' | 'originalCode' | 'kind' | 'syscall'
type ErrorLike = Partial<Record<Property | 'cause', unknown>> & {
  meta?: { driverAdapterError?: unknown }
}

/** The error, the driver adapter's error inside a Prisma error, and the causes of both, outermost first. */
function chainOf(error: unknown, depth = 0): ErrorLike[] {
  if (typeof error !== 'object' || error === null || depth > MAX_CAUSES) return []
  const { cause, meta }: ErrorLike = error
  return [error, ...chainOf(meta?.driverAdapterError, depth + 1), ...chainOf(cause, depth + 1)]
}

function isUnavailable(error: ErrorLike): boolean {
  const { code, errorCode, originalCode, kind, message } = error
  return (
    error instanceof BusyError ||
    error instanceof ClientDisconnectedError ||
    error instanceof NoPrimaryError ||
    error instanceof StoreUnavailableError ||
    [code, errorCode, originalCode, kind].some(isKnownCode) ||
    isMissingSocket(error) ||
    (typeof message === 'string' && MESSAGES.some((start) => message.startsWith(start)))
  )
}

const isKnownCode = (code: unknown) =>
  typeof code === 'string' && (SQLSTATE.test(code) || CODES.has(code))

/** ENOENT for a Unix socket means that the server is not running. For any other file, it is an ordinary error. */
const isMissingSocket = ({ code, syscall, name }: ErrorLike) =>
  code === 'ENOENT' && (syscall === 'connect' || name === 'PrismaClientKnownRequestError')
