import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs tests with larger numbers than `npm test` does. Variables that are set already keep their values. */
export async function runTests(path: string, env: Record<string, string>): Promise<void> {
  const child = spawn('npx', ['vitest', 'run', path, '--maxWorkers=1'], {
    env: { ...env, ...process.env },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${path} failed.`)
}
