import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A load balancer of TCP connections: each connection of a client goes to the next target that accepts it. It neither
 * reads nor repeats requests, and does not call `/ready`.
 */
export async function openTcpProxy(targets: () => readonly string[]) {
  let next = 0
  const open = new Set<Socket>()
  const connectTo = async (address: string) => {
    const { hostname, port } = new URL(address)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    await once(socket, 'connect')
    return socket
  }
  const forward = async (client: Socket) => {
    open.add(client.on('close', () => open.delete(client)).on('error', () => client.destroy()))
    const all = targets()
    for (let attempt = 0; attempt < all.length; attempt += 1) {
      const target = await connectTo(all[(next += 1) % all.length] ?? '').catch(() => undefined)
      if (!target) continue
      target.on('error', () => client.resetAndDestroy())
      client.on('close', () => target.destroy())
      client.pipe(target)
      target.pipe(client)
      client.resume()
      return
    }
    client.resetAndDestroy()
  }
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    void forward(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
