import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { openClient, signIn } from './client.js'
import { openServices } from './service-process.js'
import { type Latency, measureSteadyUser } from './steady-user.js'

const FLOODS = [
  'without a token',
  'with forged tokens',
  'short documents',
  'with valid credentials',
] as const

export interface FloodFigures {
  readonly flood: string
  readonly user: Latency
  /** The number of the flood's responses by status. */
  readonly statuses: Record<string, number>
}

/**
 * Ten loops send documents of 25 kB that are full of validation errors, with and without credentials, while a user of
 * the same address sends 50 ordinary queries a second.
 */
export async function run({ seconds = 10, env = {} } = {}): Promise<FloodFigures[]> {
  const services = await openServices()
  try {
    const { address, demo } = await services.start(env)
    const client = openClient(address, 100)
    const [user, other] = demo?.users ?? []
    if (!user || !other) throw new Error('expected a demo with two users')
    const token = await signIn(client, user)
    const floodToken = await signIn(client, other)
    const figures = [
      { flood: 'none', user: await measureSteadyUser(client, token, seconds), statuses: {} },
    ]
    for (const kind of FLOODS) {
      const flood = startFlood(address, kind, seconds, floodToken)
      await delay(1000)
      const measured = await measureSteadyUser(client, token, seconds)
      figures.push({ flood: kind, user: measured, statuses: await flood })
    }
    client.close()
    return figures
  } finally {
    await services.close()
  }
}

async function startFlood(address: string, kind: string, seconds: number, token: string) {
  const script = join(import.meta.dirname, 'flood-client.ts')
  const args = ['--import', 'tsx', script, address, kind, '10', String(seconds + 1)]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout)) as Record<string, number>
}
