import { spawn } from 'node:child_process'
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const STOP_MS = 15_000
const TICK_MS = 10 // Linux counts a process's time in hundredths of a second.

const running = new Set()

/** Starts a process; its output goes to `log`. It is ended with this one, by its id. */
export function start(command, args, { log, ...options }) {
  const out = openSync(log, 'a')
  const child = spawn(command, args, { ...options, stdio: ['ignore', out, out] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', (error) => {
    running.delete(child)
    console.error(`${command}: ${error.message}`)
  })
  return child
}

/** Ends a process that `start` started: politely, and after a while not. */
export async function stop(child, signal = 'SIGTERM') {
  if (!running.has(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const late = await Promise.race([ended, delay(STOP_MS, 'late', { ref: false })])
  if (late === 'late') {
    child.kill('SIGKILL')
    await ended
  }
}

/** Ends whatever still runs, the last started first. */
export async function stopAll() {
  for (const child of [...running].reverse()) await stop(child)
}

/** Runs a program of this folder: what goes wrong is printed, and whatever it started is ended. */
export async function runToEnd(main) {
  try {
    await main()
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    await stopAll()
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void stopAll().finally(() => process.exit(1)))
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Waits until `ready` resolves to true, for as long as the process runs and no longer than a minute. */
export async function until(ready, child, what) {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    if (child && child.exitCode !== null) throw new Error(`${what} ended before it was ready`)
    if (await ready().catch(() => false)) return
    await delay(10)
  }
  throw new Error(`${what} was not ready after a minute`)
}

const onLinux = existsSync('/proc/self/stat')

const statOf = (pid) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(fields[1]), times: fields.slice(11, 15).map(Number) }
}

/** Milliseconds of processor time that a process has used, all its threads together. */
export function cpuOf(pid) {
  if (!onLinux) return NaN
  const [user, system] = statOf(pid).times
  return (user + system) * TICK_MS
}

/** The same of a process and all its children, those that have ended included. */
export function cpuOfFamily(pid) {
  if (!onLinux || pid === undefined) return NaN
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const { parent, times } = statOf(name)
      if (Number(name) === pid) ticks += times[0] + times[1] + times[2] + times[3]
      else if (parent === pid) ticks += times[0] + times[1]
    } catch {
      // It has just ended.
    }
  }
  return ticks * TICK_MS
}

/** Resident megabytes of a process: now, and at most so far. */
export function memoryOf(pid) {
  if (!onLinux) return { now: NaN, most: NaN }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: read('VmRSS'), most: read('VmHWM') }
}

/** The process id of the server behind a backend on this machine; undefined where it is elsewhere. */
export function parentOf(pid) {
  try {
    return onLinux ? statOf(pid).parent : undefined
  } catch {
    return undefined
  }
}
