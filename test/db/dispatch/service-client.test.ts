import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { openPool } from '../../../src/db/dispatch/pool.js'
import { serverSource } from '../../../src/db/source.js'
import { silentLog } from '../../support/silent-log.js'

/** A message of the PostgreSQL protocol. */
const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const AUTHENTICATION_OK = message('R', Buffer.alloc(4))
const READY_FOR_QUERY = message('Z', Buffer.from('I'))
const SHUTDOWN = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
)

it('does not end the process if the server shuts down in the moment of a login', async () => {
  // A real server sends these messages in one packet only now and then, so this one does it each time.
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.end(Buffer.concat([AUTHENTICATION_OK, READY_FOR_QUERY, SHUTDOWN]))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', note)
  onTestFinished(async () => {
    process.off('uncaughtException', note)
    server.close()
    await pool.end()
  })
  const { port } = server.address() as AddressInfo
  const source = serverSource(`postgresql://postgres@127.0.0.1:${port}/postgres`)
  const pool = openPool(source, readConfig({}), silentLog)
  await pool.write({ text: 'select 1' }).catch(() => undefined)
  expect(uncaught).toEqual([])
})
