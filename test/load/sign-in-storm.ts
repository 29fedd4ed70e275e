import { setTimeout as delay } from 'node:timers/promises'
import { openClient, signIn } from './client.js'
import { openServices } from './service-process.js'
import { type Latency, measureSteadyUser } from './steady-user.js'

export interface StormFigures {
  readonly storm: string
  /** The latency of a signed-in user's reads, while the storm lasts. */
  readonly user: Latency
  /** The number of the storm's responses by status. */
  readonly statuses: Record<string, number>
  /** Milliseconds until the last response of the storm. */
  readonly lasted: number
}

const SIGN_IN = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }'

/** Sends `count` sign-ins with right passwords together, while a signed-in user sends 50 reads a second. */
export async function run({ seconds = 5, count = 500, env = {} } = {}): Promise<StormFigures[]> {
  const services = await openServices()
  try {
    const { address, demo } = await services.start(env)
    const reader = openClient(address, 100)
    const stormer = openClient(address, count)
    const [user, ...others] = demo?.users ?? []
    if (!user || others.length === 0) throw new Error('expected a demo with several users')
    const token = await signIn(reader, user)
    await measureSteadyUser(reader, token, 2)
    const quiet = await measureSteadyUser(reader, token, seconds)

    const statuses: Record<string, number> = {}
    let lasted = 0
    const startStorm = async () => {
      await delay(500)
      const began = performance.now()
      const answers = Array.from({ length: count }, async (_, index) => {
        const { username = '', password = '' } = others[index % others.length] ?? {}
        const { status } = await stormer.graphql(SIGN_IN, undefined, {
          input: { username, password },
        })
        statuses[status] = (statuses[status] ?? 0) + 1
      })
      await Promise.all(answers)
      lasted = Math.round(performance.now() - began)
    }
    const storm = startStorm()
    const during = await measureSteadyUser(reader, token, seconds)
    await storm
    reader.close()
    stormer.close()
    return [
      { storm: 'none', user: quiet, statuses: {}, lasted: 0 },
      { storm: `${count} sign-ins`, user: during, statuses, lasted },
    ]
  } finally {
    await services.close()
  }
}
