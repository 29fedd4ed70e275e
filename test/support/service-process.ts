import { afterFile } from './after-file.js'
import { type ChildProcess, startProcess } from './child-process.js'

const started: ChildProcess[] = []

/** Kills the services that the test file has started. */
export const destroyServices = () => Promise.all(started.map((child) => child.destroy()))
afterFile(destroyServices)

/** Starts the service as a process, on a free port. */
export function startServiceProcess(env: Record<string, string>): ChildProcess {
  const child = startProcess('src/main.ts', {
    DATABASE_URL: '',
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'info',
    DURABLE: 'off',
    SHUTDOWN_DELAY_MS: '0',
    ...env,
  })
  started.push(child)
  return child
}

/** The address of a service, once it listens. */
export async function addressOf(child: ChildProcess): Promise<string> {
  await child.printed('Server listening at http')
  const [, address] = /listening at (http:\/\/[\d.]+:\d+)/.exec(child.output()) ?? []
  if (!address) throw new Error(`No address in what the service printed:\n${child.output()}`)
  return address
}
