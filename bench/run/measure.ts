import { type Target, load } from '../load/load.js'
import type { Server } from '../servers/server.js'
import { cpuOf, cpuOfFamily } from '../system/process-stats.js'
import { requirePid } from '../system/processes.js'
import { settle } from './settle.js'

export interface Run {
  /** Requests per second. */
  rate: number
  p50: number
  p99: number
  /** Milliseconds of CPU time per request: of the server, and of PostgreSQL. */
  cpu: number
  postgresCpu: number
}

/** Loads a server for some seconds, and waits until it is idle again. */
export async function measure(
  server: Server,
  target: Target,
  connections: number,
  durationSeconds: number,
  postmaster: number | undefined,
): Promise<Run> {
  const pid = requirePid(server.child)
  const before = { server: cpuOf(pid), postgres: cpuOfFamily(postmaster) }
  const { requests, seconds, p50, p99 } = await load(target, connections, durationSeconds)
  const after = { server: cpuOf(pid), postgres: cpuOfFamily(postmaster) }
  await settle(server, postmaster)
  return {
    rate: requests / seconds,
    p50,
    p99,
    cpu: (after.server - before.server) / requests,
    postgresCpu: (after.postgres - before.postgres) / requests,
  }
}
