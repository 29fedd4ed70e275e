import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { openClient } from './client.js'
import { startDemoService } from './demo-service.js'
import type { FloodKind } from './flood-client.js'
import { type Latency, measureSteadyUser } from './steady-user.js'

interface Flood {
  readonly kind: FloodKind
  /** The number of loops, each of which sends a request after the response to its last one. */
  readonly loops: number
  /** The number of sessions of the flooding user. */
  readonly sessions?: number
}

/** The largest number of sessions of a flood. */
const MAX_SESSIONS = 20

export const floods: Readonly<Record<string, Flood>> = {
  'without a token': { kind: 'invalid', loops: 10 },
  'with forged tokens': { kind: 'forged', loops: 10 },
  'short documents': { kind: 'short', loops: 10 },
  'short documents from 200 addresses': { kind: 'addresses', loops: 40 },
  'forms with a forged API key': { kind: 'forms', loops: 10 },
  'static texts': { kind: 'static', loops: 6 },
  'with valid credentials': { kind: 'valid', loops: 10, sessions: 1 },
  'other literals each time': { kind: 'literals', loops: 12, sessions: 1 },
  'legal documents over 1 session': { kind: 'legal', loops: 40, sessions: 1 },
  'legal documents over 20 sessions': { kind: 'legal', loops: 40, sessions: 20 },
}

export interface FloodFigures {
  readonly flood: string
  readonly user: Latency
  /** The number of the flood's responses by status. */
  readonly statuses: Record<string, number>
}

/** A pause after a flood, so that the budgets of the next one are full again. */
const PAUSE_MS = 10_000

/**
 * Sends each flood for `seconds`, while a user of another company and of the same address sends 50 ordinary queries a
 * second. With `controls`, measures the same user without a flood before each one.
 */
export async function run({
  seconds = 10,
  env = {},
  names = Object.keys(floods),
  controls = false,
  scale = 1,
}: {
  seconds?: number
  env?: Record<string, string>
  names?: readonly string[]
  controls?: boolean
  scale?: number
} = {}): Promise<FloodFigures[]> {
  const service = await startDemoService(scale, {
    LOGIN_ATTEMPTS_PER_MINUTE: '1000',
    RATE_LIMIT_PER_MINUTE: '0',
    TRUST_PROXY: 'on',
    ...env,
  })
  const { address, signIn } = service
  const client = openClient(address, 100)
  try {
    const token = await signIn('summit', 'technician')
    const tokens: string[] = []
    while (tokens.length < MAX_SESSIONS) tokens.push(await signIn('harbour', 'technician'))
    const measure = () => measureSteadyUser(client, token, seconds)
    const figures = [{ flood: 'none', user: await measure(), statuses: {} }]
    for (const name of names) {
      const flood = floods[name]
      if (!flood) throw new Error(`There is no flood "${name}".`)
      if (controls) {
        await delay(PAUSE_MS)
        figures.push({ flood: 'none', user: await measure(), statuses: {} })
      }
      const statuses = startFlood(address, flood, seconds, tokens.slice(0, flood.sessions))
      await delay(1000)
      figures.push({ flood: name, user: await measure(), statuses: await statuses })
    }
    return figures
  } finally {
    client.close()
    await service.stop()
  }
}

async function startFlood(
  address: string,
  { kind, loops }: Flood,
  seconds: number,
  tokens: readonly string[],
) {
  const script = join(import.meta.dirname, 'flood-client.ts')
  const args = ['--import', 'tsx', script, address, kind, String(loops), String(seconds + 1)]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, TOKENS: tokens.join(' ') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout)) as Record<string, number>
}
