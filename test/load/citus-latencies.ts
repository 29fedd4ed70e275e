import { ADMIN, openCitusDemo } from './citus-demo.js'
import { openClient, signIn } from './client.js'
import { compareLatencies } from './latencies.js'

/**
 * Compares the latencies of a plain and of a distributed database: two databases with the demo, on the same PostgreSQL server; that
 * of the second one is a coordinator with two workers.
 */
export async function run({ rounds = 100 } = {}) {
  const { plain, distributed, close } = await openCitusDemo(2)
  const clients = [openClient(plain.address, 1), openClient(distributed.address, 1)] as const
  try {
    const [one, other] = clients
    const sides = {
      plain: { client: one, token: await signIn(one, ADMIN) },
      distributed: { client: other, token: await signIn(other, ADMIN) },
    }
    return await compareLatencies(sides, rounds)
  } finally {
    for (const client of clients) client.close()
    await close()
  }
}
