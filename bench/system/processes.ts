import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const STOP_TIMEOUT_MS = 15_000
const START_TIMEOUT_MS = 60_000

const running = new Set<ChildProcess>()

/** Starts a child process, which is stopped when this program ends. Its output is appended to the file `log`. */
export function start(
  command: string,
  args: string[],
  { log, ...options }: SpawnOptions & { log: string },
): ChildProcess {
  const output = openSync(log, 'a')
  const child = spawn(command, args, { ...options, stdio: ['ignore', output, output] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', (error) => {
    running.delete(child)
    console.error(`${command}: ${error.message}`)
  })
  return child
}

/** Ends a process that `start` started: with `signal`, and with SIGKILL after 15 s. */
export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (!running.has(child)) return
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve()
    })
  })
  child.kill(signal)
  const outcome = await Promise.race([ended, delay(STOP_TIMEOUT_MS, 'late', { ref: false })])
  if (outcome === 'late') {
    child.kill('SIGKILL')
    await ended
  }
}

async function stopAll(): Promise<void> {
  for (const child of [...running].reverse()) await stop(child)
}

/** Runs a program of this folder: prints what it throws, and ends the processes that it started. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    await stopAll()
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopAll().finally(() => process.exit(1)))
}

/** The id of a process that has started. */
export function requirePid(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('The process did not start')
  return child.pid
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => {
        resolve(port)
      })
    })
  })
}

/** Waits until `isReady` resolves to true. Throws after a minute, or when the process ends before. */
export async function waitUntilReady(
  isReady: () => Promise<boolean>,
  child: ChildProcess,
  title: string,
): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`${title} ended before it was ready`)
    if (await isReady().catch(() => false)) return
    await delay(10)
  }
  throw new Error(`${title} was not ready after a minute`)
}
