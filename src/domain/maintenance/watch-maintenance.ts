import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../db/connect.js'
import type { Log } from '../../log/log.js'

/** All instances must follow a change within a second, so they poll twice a second. */
const POLL_MS = 500

/** The maintenance state that this process has read last. It is in memory, so requests send no statement to read it. */
export interface MaintenanceWatch {
  readonly isOn: () => boolean
  readonly stop: () => void
}

/**
 * Reads the state once, and then twice a second until it is stopped. An embedded database is read once: no other
 * process can change it. If the database is unavailable, the last state stays; the requests themselves report the
 * outage.
 */
export async function watchMaintenance(
  db: Pick<Database, 'read' | 'embedded'>,
  log: Log,
): Promise<MaintenanceWatch> {
  let on = await isInMaintenance(db)
  const stopping = new AbortController()
  const poll = async () => {
    while (await pause(stopping.signal)) {
      const before = on
      on = await isInMaintenance(db).catch(() => on)
      if (on !== before) log.info({}, on ? 'Offline for maintenance' : 'Online after maintenance')
    }
  }
  if (on) log.info({}, 'Offline for maintenance')
  if (!db.embedded) void poll()
  return {
    isOn: () => on,
    stop: () => {
      stopping.abort()
    },
  }
}

/** False if the watch was stopped. */
const pause = (signal: AbortSignal) =>
  delay(POLL_MS, true, { signal, ref: false }).catch(() => false)

async function isInMaintenance(db: Pick<Database, 'read'>): Promise<boolean> {
  const { rows } = await db.read(IS_IN_MAINTENANCE, { quick: true })
  return rows.length > 0
}

const IS_IN_MAINTENANCE = {
  name: 'maintenance',
  text: 'select 1 from service_state where maintenance_since is not null',
}
