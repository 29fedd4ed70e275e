import { readdirSync, readFileSync } from 'node:fs'

/** The processor time of a thread in milliseconds, without the time in which it waits for a processor. Linux only. */
function timeOf(pid: number, thread: string): number {
  try {
    const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(
      ' ',
    )
    return Number(nanoseconds) / 1e6
  } catch {
    // The thread has ended.
    return 0
  }
}

const threadsOf = (pid: number) => readdirSync(`/proc/${pid}/task`)

/**
 * The thread of the embedded database in a service's process: the one besides the main thread that uses most processor time during `work`,
 * which is mostly work of the database.
 */
export async function databaseThreadOf(
  pid: number,
  work: () => Promise<unknown>,
): Promise<string | undefined> {
  const before = new Map(threadsOf(pid).map((thread) => [thread, timeOf(pid, thread)]))
  await work()
  const used = (thread: string) => timeOf(pid, thread) - (before.get(thread) ?? 0)
  const others = threadsOf(pid).filter((thread) => thread !== String(pid))
  return others.sort((one, other) => used(other) - used(one))[0]
}

/** Returns a function that reads the processor time of a service's process, except that of one thread. */
export const processorTimeOf = (pid: number, except?: string) => (): number =>
  threadsOf(pid)
    .filter((thread) => thread !== except)
    .reduce((sum, thread) => sum + timeOf(pid, thread), 0)

/** What `calibrate` returns on the processor for which the service's estimates were measured, while it is idle. */
const REFERENCE_MS = 2.5

const TEXT = JSON.stringify(
  Array.from({ length: 400 }, (_, index) => ({
    id: index,
    name: `name ${index}`,
    tags: ['a', 'b'],
  })),
)

/**
 * How much slower this machine is now than the one of the measurements; at least 1. Processes that share a processor's caches
 * and threads slow each other, also in terms of processor time.
 */
export function slowness(): number {
  const began = process.cpuUsage()
  let length = 0
  for (let round = 0; round < 10; round += 1) {
    const rows = JSON.parse(TEXT) as { name: string }[]
    length += JSON.stringify(new Map(rows.map((row) => [row.name, row])).size).length
    length += TEXT.replaceAll(/name \d+/g, (match) => match.toUpperCase()).length
    length += JSON.stringify(rows).length
  }
  if (length === 0) throw new Error('expected text')
  const { user, system } = process.cpuUsage(began)
  return Math.max(1, (user + system) / 1000 / REFERENCE_MS)
}
