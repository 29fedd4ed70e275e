import { join } from 'node:path'
import { ROOT, WORK } from '../system/paths.js'
import { freePort, start, waitUntilReady } from '../system/processes.js'
import { POOL_SIZE, type Server } from './server.js'

export interface ServiceOptions {
  /** The checkout whose `dist/` is started. */
  folder?: string
  nodeOptions?: string[]
  env?: NodeJS.ProcessEnv
}

/** Starts the built service with the settings of production. Its log goes to a file. */
export async function startService(url: string, options: ServiceOptions = {}): Promise<Server> {
  const { folder = ROOT, nodeOptions = [], env } = options
  const port = await freePort()
  const began = Date.now()
  const child = start(process.execPath, [...nodeOptions, 'dist/main.js'], {
    cwd: folder,
    log: join(WORK, 'service.log'),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ALLOW_DEMO_CREDENTIALS: 'yes',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      DATA_DIR: join(WORK, 'data'),
      // One client may send the whole load, which its processor budget would refuse.
      PROCESSOR_BUDGET_MS: '0',
      // One user signs in for all clients of all interfaces.
      MAX_SESSIONS_PER_USER: '1000',
      MAX_EVENT_LOOP_DELAY_MS: '2000',
      ...env,
    },
  })
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/ready`)).ok
  await waitUntilReady(isReady, child, `the service of ${folder}`)
  return { name: 'service', child, port, readyMs: Date.now() - began }
}
