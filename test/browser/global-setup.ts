import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'
import { fillWithDemo, keepDemoOfRun } from '../support/demo-folder.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { PATIENT } from '../support/patient-settings.js'
import { runnable } from '../support/runnable.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the service with demo data, with the host localhost. */
    service: string
  }
}

/** Starts the service with demo data. All files use it. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const endDemo = await keepDemoOfRun()
  const { folder, remove } = await makeTemporaryFolder()
  await fillWithDemo(join(folder, 'data'))
  const child = spawn(process.execPath, runnable('src/main.ts'), {
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: '',
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      DURABLE: 'off',
      // All files sign in as the same few users.
      MAX_SESSIONS_PER_USER: '10000',
      ...PATIENT,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const close = async () => {
    if (child.kill('SIGKILL')) await once(child, 'close')
    await remove()
    await endDemo()
  }
  const port = await portIn(createInterface(child.stdout))
  if (!port) {
    await close()
    throw new Error('The service has not started.')
  }
  provide('service', `http://localhost:${port}`)
  return close
}

/** The port that the service prints when it is ready; undefined if it exits before. */
async function portIn(lines: AsyncIterable<string>): Promise<string | undefined> {
  for await (const line of lines) {
    const port = /127\.0\.0\.1:(\d+)\/graphql/.exec(line)?.[1]
    if (port) return port
  }
  return undefined
}
