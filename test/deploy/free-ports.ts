import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** The first port that Linux gives to outgoing connections, which would take the port of an instance that restarts. */
const FIRST_EPHEMERAL = 32_768

/** For each port below 20,000, a free one below those of outgoing connections. Their distances stay the same. */
export async function findFreePorts(
  ports: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const offset = randomInt(1, FIRST_EPHEMERAL - 20_000)
    const found = new Map(ports.map((port) => [port, String(Number(port) + offset)]))
    const free = await Promise.all([...found.values()].map((port) => isFree(Number(port))))
    if (free.every(Boolean)) return found
  }
  throw new Error(`expected free ports for ${ports.join()}`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
