import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux counts a process's CPU time in hundredths of a second. */
const TICK_MS = 10
const isLinux = existsSync('/proc/self/stat')

export interface Memory {
  /** Resident megabytes now. */
  now: number
  /** The most resident megabytes so far. */
  peak: number
}

/** Milliseconds of CPU time that a process has used, all its threads together; NaN if unknown. */
export function cpuOf(pid: number): number {
  if (!isLinux) return NaN
  const { own } = readStat(pid)
  return own * TICK_MS
}

/** CPU time of a process and all its children, those that have ended included; NaN if unknown. */
export function cpuOfFamily(pid: number | undefined): number {
  if (!isLinux || pid === undefined) return NaN
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const { parent, own, endedChildren } = readStat(Number(name))
      if (Number(name) === pid) ticks += own + endedChildren
      else if (parent === pid) ticks += own
    } catch {
      // The process has just ended.
    }
  }
  return ticks * TICK_MS
}

export function memoryOf(pid: number): Memory {
  if (!isLinux) return { now: NaN, peak: NaN }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

/** The parent of a process; undefined if the process runs on another machine. */
export function findParent(pid: number): number | undefined {
  try {
    return isLinux ? readStat(pid).parent : undefined
  } catch {
    return undefined
  }
}

/** See proc(5): fields 4 and 14 to 17 of /proc/[pid]/stat; the command before them may contain spaces. */
function readStat(pid: number): { parent: number; own: number; endedChildren: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = NaN, system = NaN, childUser = NaN, childSystem = NaN] = fields.slice(11, 15)
  return { parent: fields[1] ?? NaN, own: user + system, endedChildren: childUser + childSystem }
}
