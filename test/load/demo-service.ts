import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../support/cluster.js'
import { fillWithDemo } from '../support/demo-folder.js'
import { runnable } from '../support/runnable.js'
import { type DemoUser, readDemo } from '../../src/demo/demo-file.js'

const silent = { info: () => undefined, warn: () => undefined }

/** How long the service may take to start. */
const START_MS = 300_000

/**
 * Starts the service in another process, with demo data: on the server of `DATABASE_URL`, whose demo.json is in
 * `DATA_DIR`, or on an embedded database in a temporary folder. Inserts the demo data if it is missing.
 */
export async function startDemoService(scale: number, more: Record<string, string> = {}) {
  const given = process.env['DATA_DIR']
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'load-'))
  if (given === undefined && scale === 1) await fillWithDemo(dataDir)
  const port = await freePort()
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'fatal', ...more }
  if (!existsSync(join(dataDir, 'demo.json'))) {
    await once(runScript(env, 'src/demo/seed.ts', '--scale', String(scale)), 'exit')
  }
  const demo = await readDemo(dataDir, silent)
  if (!demo) throw new Error(`expected demo.json in ${dataDir}`)
  const service = runScript(env, 'src/main.ts')
  const address = `http://127.0.0.1:${port}`
  await whenReady(address)

  const userOf = (company: DemoUser['company'], role: DemoUser['role']): DemoUser => {
    const user = demo.users.find((each) => each.company === company && each.role === role)
    if (!user) throw new Error(`expected a user with the role ${role} in ${company}`)
    return user
  }
  const signIn = async (company: DemoUser['company'], role: DemoUser['role']) => {
    const { username, password } = userOf(company, role)
    const query = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }'
    const input = { username, password }
    const send = () =>
      fetch(`${address}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { input } }),
      })
    let response = await send()
    // Many sign-ins use the budget of this address.
    while (response.status === 429) {
      await delay(Number(response.headers.get('retry-after')) * 1000)
      response = await send()
    }
    const { data } = (await response.json()) as { data: { login: { accessToken: string } } }
    return data.login.accessToken
  }
  const stop = async () => {
    const exit = once(service, 'exit')
    service.kill('SIGTERM')
    await exit
    if (given === undefined) rmSync(dataDir, { recursive: true })
  }
  return { address, pid: service.pid ?? 0, userOf, signIn, stop }
}

const runScript = (env: NodeJS.ProcessEnv, script: string, ...args: string[]) =>
  spawn(process.execPath, [...runnable(script), ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

async function whenReady(address: string): Promise<void> {
  const end = Date.now() + START_MS
  while (Date.now() < end) {
    const response = await fetch(`${address}/ready`).catch(() => undefined)
    if (response?.ok) return
    await delay(100)
  }
  throw new Error(`The service was not ready within ${START_MS} ms.`)
}
