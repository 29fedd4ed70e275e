// Builds the service and the pages of the examples into `dist`, at the same time: with two processors, this takes two thirds of the time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'

/** Runs scripts of this folder one after the other. */
async function run(...scripts: string[]): Promise<void> {
  for (const script of scripts) {
    const child = spawn(process.execPath, ['--import', 'tsx', `scripts/${script}`], {
      stdio: 'inherit',
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) process.exit(code ?? 1)
  }
}

rmSync('dist', { recursive: true, force: true })
await Promise.all([run('prisma-generate.ts', 'bundle.ts'), run('bundle-dashboard.ts')])
