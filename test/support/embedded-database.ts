import { createServer, type AddressInfo, type Socket } from 'node:net'
import { migrateSource } from '../../src/db/connect.js'
import { embeddedSource, type Source } from '../../src/db/source.js'
import { silentLog } from './silent-log.js'

const START_MS = 300_000

/**
 * An embedded database in memory on a local port, which test files in other processes use one after the other. It
 * starts with the first connection, so that a run of one file starts only one.
 */
export async function startEmbeddedDatabase(): Promise<Source> {
  let started: Promise<Source> | undefined
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    started ??= startMigrated()
    started.then(
      (source) => {
        bridge(socket, source)
      },
      (error: unknown) => socket.destroy(error as Error),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    connection: { host: '127.0.0.1', port, user: 'postgres', database: 'postgres', ssl: false },
    embedded: true,
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await (await started)?.close()
    },
  }
}

async function startMigrated(): Promise<Source> {
  const source = await embeddedSource(undefined, false)
  await migrateSource(source, START_MS, silentLog)
  return source
}

function bridge(socket: Socket, source: Source): void {
  const connection = source.connection.stream?.()
  if (!connection) throw new Error('The embedded database has no stream to connect through.')
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy()).on('close', () => connection.destroy())
  connection.on('error', () => socket.destroy())
  socket.pipe(connection).pipe(socket)
}
