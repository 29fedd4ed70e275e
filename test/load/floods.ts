import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openClient } from './client.js'
import { startDemoService } from './demo-service.js'
import type { FloodKind } from './flood-client.js'
import { type Latency, measureSteadyUser } from './steady-user.js'

interface Flood {
  readonly kind: FloodKind
  /** The number of loops. Each sends a request after the response to its last one. */
  readonly loops: number
  /** The number of sessions of the flooding user. */
  readonly sessions?: number
}

export const floods: Readonly<Record<string, Flood>> = {
  'without a token': { kind: 'invalid', loops: 10 },
  'with forged tokens': { kind: 'forged', loops: 10 },
  'short documents': { kind: 'short', loops: 10 },
  'short documents from 200 addresses': { kind: 'addresses', loops: 40 },
  'forms with a forged API key': { kind: 'forms', loops: 10 },
  'static texts': { kind: 'static', loops: 6 },
  'with valid credentials': { kind: 'valid', loops: 10, sessions: 1 },
  'other literals each time': { kind: 'literals', loops: 12, sessions: 1 },
  'creations of assets': { kind: 'creations', loops: 40, sessions: 1 },
  'legal documents over 1 session': { kind: 'legal', loops: 40, sessions: 1 },
  'legal documents over 20 sessions': { kind: 'legal', loops: 40, sessions: 20 },
}

export interface FloodFigures {
  readonly flood: string
  readonly user: Latency
  /** Of the instance that is not flooded. */
  readonly control?: Latency | undefined
  /** The number of the flood's responses by status. */
  readonly statuses: Record<string, number>
}

/** A pause after a flood, so that the budgets of the next one are full again. */
const PAUSE_MS = 10_000

const ENV = { LOGIN_ATTEMPTS_PER_MINUTE: '1000', RATE_LIMIT_PER_MINUTE: '0', TRUST_PROXY: 'on' }

/** How much slower the user's requests may be than those to the control, and their p99 in milliseconds. */
const MAX_FACTOR = 2
const MAX_P99_MS = 100

/**
 * Runs the floods beside a control, and prints the figures. The exit code is 1 if a flood slows the requests of the other
 * company too much, or if a flood over 20 sessions slows them more than the same over one.
 *
 * `--seconds N` is the duration of each flood, `--scale N` multiplies the demo data, `--flood NAME` selects one of the floods
 * and may be repeated.
 */
export async function runBesideControl(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '10' },
      scale: { type: 'string', default: '5' },
      flood: { type: 'string', multiple: true, default: Object.keys(floods) },
    },
  })
  const figures = await run({
    seconds: Number(values.seconds),
    scale: Number(values.scale),
    names: values.flood,
    hasControl: true,
  })
  console.log(JSON.stringify(figures, null, 2))
  const faults = findFaults(figures)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

/** What the figures should not be. */
function findFaults(figures: readonly FloodFigures[]): string[] {
  const faults: string[] = []
  for (const { flood, user, control } of figures) {
    if (flood === 'none' || !control) continue
    if (user.p50 > MAX_FACTOR * control.p50)
      faults.push(`${flood}: the p50 is ${user.p50} ms, that of the control ${control.p50} ms`)
    if (user.p99 > MAX_P99_MS) faults.push(`${flood}: the p99 is ${user.p99} ms`)
  }
  const [one, many] = ['1 session', '20 sessions'].map(
    (sessions) => figures.find(({ flood }) => flood === `legal documents over ${sessions}`)?.user,
  )
  for (const share of ['p50', 'p99'] as const)
    if (one && many && many[share] > MAX_FACTOR * one[share])
      faults.push(
        `The ${share} is ${many[share]} ms with 20 sessions, and ${one[share]} ms with one.`,
      )
  return faults
}

/**
 * Sends each flood for `seconds`, while a user of another company and of the same address sends 50 ordinary queries a
 * second. With `hasControl`, the same user sends the same queries to a second instance that is not flooded, on the same
 * database and machine: it feels what the flood takes of these.
 */
export async function run({
  seconds = 10,
  scale = 1,
  env = {},
  names = Object.keys(floods),
  hasControl = false,
}: {
  seconds?: number
  /** Multiplies the demo data. */
  scale?: number
  env?: Record<string, string>
  names?: readonly string[]
  hasControl?: boolean
} = {}): Promise<FloodFigures[]> {
  const service = await startDemoService(scale, { ...ENV, ...env })
  const control = hasControl ? await startDemoService(scale, { ...ENV, ...env }) : undefined
  const client = openClient(service.address, 100)
  const ofControl = control && openClient(control.address, 100)
  try {
    const token = await service.signIn('summit', 'technician')
    const tokens: string[] = []
    // Each sign-in uses some of the budget of this address.
    const sessions = Math.max(...names.map((name) => floods[name]?.sessions ?? 0))
    while (tokens.length < sessions) tokens.push(await service.signIn('harbour', 'technician'))
    const measure = async () => {
      const measuring = ofControl && measureSteadyUser(ofControl, token, seconds)
      return { user: await measureSteadyUser(client, token, seconds), control: await measuring }
    }
    // Both instances compile their code first: before, requests take up to 250 ms.
    if (hasControl) await measure()
    const figures: FloodFigures[] = [{ flood: 'none', ...(await measure()), statuses: {} }]
    for (const name of names) {
      const flood = floods[name]
      if (!flood) {
        throw new Error(`expected one of ${Object.keys(floods).join(', ')}, got "${name}"`)
      }
      if (hasControl) await delay(PAUSE_MS)
      const statuses = startFlood(service.address, flood, seconds, tokens.slice(0, flood.sessions))
      await delay(1000)
      figures.push({ flood: name, ...(await measure()), statuses: await statuses })
    }
    return figures
  } finally {
    client.close()
    ofControl?.close()
    await control?.stop()
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
