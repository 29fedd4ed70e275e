import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A TCP proxy to a server whose connections can be cut, restored, and made to hang. */
export interface BreakableProxy {
  url: string
  /** Refuses connections and resets those that are open. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Keeps the current connections open, but forwards no more data on them. */
  hang(): void
  /**
   * Like `hang`; also accepts new connections without forwarding their data, like a server whose processes are stopped.
   */
  freeze(): void
}

/** Opens a proxy to the server of `serverUrl` on a local port, until the test is over. */
export async function openProxy(serverUrl: string): Promise<BreakableProxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  let isFrozen = false
  const server = createServer((client) => {
    if (isFrozen) {
      track(client)
      return
    }
    const upstream = track(connect(Number(target.port || 5432), target.hostname))
    track(client).on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    client.pipe(upstream).pipe(client)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }
  const hang = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  const freeze = () => {
    isFrozen = true
    hang()
  }
  onTestFinished(cut)
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${port}`
  return { url: url.href, cut, restore: () => listen(port), hang, freeze }
}
