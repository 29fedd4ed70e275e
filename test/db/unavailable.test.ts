import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../../src/db/unavailable.js'

const errorWith = (properties: object, message = 'anything') =>
  Object.assign(new Error(message), properties)

const adapterError = (cause: object, code = 'P2010') =>
  errorWith({
    name: 'PrismaClientKnownRequestError',
    code,
    meta: { driverAdapterError: { name: 'DriverAdapterError', cause } },
  })

test.each([
  ['the server shuts down', errorWith({ code: '57P01' })],
  ['the server recovers from a crash', errorWith({ code: '57P03' })],
  ['all connections of the server are taken', errorWith({ code: '53300' })],
  ['the server ends a deadlock', errorWith({ code: '40P01' })],
  ['Prisma’s transaction is in a deadlock', adapterError({ kind: 'TransactionWriteConflict' })],
  ['the connection is lost', errorWith({ code: '08006' })],
  ['a statement takes too long', errorWith({ code: '57014' })],
  ['no server listens', errorWith({ code: 'ECONNREFUSED', syscall: 'connect' })],
  ['the connection is reset', errorWith({ code: 'ECONNRESET' })],
  ['the connection is half closed', errorWith({ code: 'EPIPE' })],
  ['the socket of the server is missing', errorWith({ code: 'ENOENT', syscall: 'connect' })],
  ['the connection ends', new Error('Connection terminated unexpectedly')],
  ['connecting takes too long', new Error('Connection terminated due to connection timeout')],
  ['all connections of the pool are taken', new Error('timeout exceeded when trying to connect')],
  ['the network does not answer', new Error('Query read timeout')],
  ['this process is stopping', new Error('Cannot use a pool after calling end on the pool')],
  ['Prisma reaches no server', errorWith({ code: 'P1001' })],
  ['Prisma waits too long', errorWith({ code: 'P1008' })],
  ['Prisma’s connection is closed', errorWith({ code: 'P1017' })],
  ['Prisma finds no free connection', errorWith({ code: 'P2024' })],
  ['a transaction expires or cannot start', errorWith({ code: 'P2028' })],
  ['Prisma cannot initialise', errorWith({ errorCode: 'P1001' })],
  ['Prisma’s raw query is cut off', adapterError({ kind: 'postgres', originalCode: '57P01' })],
  ['Prisma’s raw query reaches no server', adapterError({ kind: 'DatabaseNotReachable' })],
  ['Prisma’s connection is refused', adapterError({ kind: 'TooManyConnections' }, 'P2037')],
  [
    'another error was caused by it',
    new Error('cannot list', { cause: errorWith({ code: '57P01' }) }),
  ],
])('the database is unavailable when %s', (_when, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  ['a row that exists already', errorWith({ code: '23505' })],
  ['the same as Prisma reports it', adapterError({ kind: 'UniqueConstraintViolation' }, 'P2002')],
  ['a mistake in the SQL', errorWith({ code: '42601' })],
  ['a file that is missing', errorWith({ code: 'ENOENT', syscall: 'open' })],
  ['a bug', new TypeError('Connection is not a function')],
  ['a value that is not an Error', 'Connection terminated'],
  ['nothing', undefined],
])('%s does not mean that the database is unavailable', (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false)
})

test('an error that is its own cause does not loop', () => {
  const error = new Error('round')
  error.cause = error
  expect(isDatabaseUnavailable(error)).toBe(false)
})
