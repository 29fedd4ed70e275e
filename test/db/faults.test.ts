import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../../src/db/faults.js'

const fault = (properties: object, message = 'anything') =>
  Object.assign(new Error(message), properties)

const adapterFault = (cause: object, code = 'P2010') =>
  fault({
    name: 'PrismaClientKnownRequestError',
    code,
    meta: { driverAdapterError: { name: 'DriverAdapterError', cause } },
  })

test.each([
  ['the server shuts down', fault({ code: '57P01' })],
  ['the server recovers from a crash', fault({ code: '57P03' })],
  ['all connections of the server are taken', fault({ code: '53300' })],
  ['the connection is lost', fault({ code: '08006' })],
  ['a statement takes too long', fault({ code: '57014' })],
  ['nobody listens', fault({ code: 'ECONNREFUSED', syscall: 'connect' })],
  ['the connection is reset', fault({ code: 'ECONNRESET' })],
  ['the connection is half closed', fault({ code: 'EPIPE' })],
  ['the socket of the server is missing', fault({ code: 'ENOENT', syscall: 'connect' })],
  ['the connection ends', new Error('Connection terminated unexpectedly')],
  ['connecting takes too long', new Error('Connection terminated due to connection timeout')],
  ['all connections of the pool are taken', new Error('timeout exceeded when trying to connect')],
  ['the network hangs', new Error('Query read timeout')],
  ['this process is stopping', new Error('Cannot use a pool after calling end on the pool')],
  ['Prisma reaches no server', fault({ code: 'P1001' })],
  ['Prisma waits too long', fault({ code: 'P1008' })],
  ['Prisma is hung up on', fault({ code: 'P1017' })],
  ['Prisma finds no free connection', fault({ code: 'P2024' })],
  ['a transaction expires or cannot start', fault({ code: 'P2028' })],
  ['Prisma cannot initialise', fault({ errorCode: 'P1001' })],
  ['Prisma’s raw query is cut off', adapterFault({ kind: 'postgres', originalCode: '57P01' })],
  ['Prisma’s raw query reaches no server', adapterFault({ kind: 'DatabaseNotReachable' })],
  ['Prisma’s connection is refused', adapterFault({ kind: 'TooManyConnections' }, 'P2037')],
  ['another error was caused by it', new Error('cannot list', { cause: fault({ code: '57P01' }) })],
])('the database is unavailable when %s', (_when, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  ['a row that exists already', fault({ code: '23505' })],
  ['Prisma’s word for the same', adapterFault({ kind: 'UniqueConstraintViolation' }, 'P2002')],
  ['a mistake in the SQL', fault({ code: '42601' })],
  ['a file that is missing', fault({ code: 'ENOENT', syscall: 'open' })],
  ['a bug', new TypeError('Connection is not a function')],
  ['something that is no error', 'Connection terminated'],
  ['nothing', undefined],
])('%s is not the database’s absence', (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false)
})

test('errors that cause each other come to an end', () => {
  const error = new Error('round')
  error.cause = error
  expect(isDatabaseUnavailable(error)).toBe(false)
})
