import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from '../servers/server.js'
import { cpuOf, cpuOfFamily } from '../system/process-stats.js'
import { requirePid } from '../system/processes.js'

const SAMPLE_MS = 100
/** CPU time within a sample: a server that uses no more is idle. */
const IDLE_CPU_MS = 20
const TIMEOUT_MS = 10_000

/**
 * Waits until a server and PostgreSQL are idle. When a load ends, requests are still under way; the next measurement
 * would share the processors with them.
 */
export async function settle({ child }: Server, postmaster: number | undefined): Promise<void> {
  const pid = requirePid(child)
  const used = () => cpuOf(pid) + cpuOfFamily(postmaster)
  const end = Date.now() + TIMEOUT_MS
  let before = used()
  while (Date.now() < end) {
    await delay(SAMPLE_MS)
    const after = used()
    // The difference is NaN if the CPU time is unknown.
    if (!(after - before > IDLE_CPU_MS)) return
    before = after
  }
}
