import type { Operator } from '../operator.js'

/**
 * Puts the service offline for maintenance, or online again. Idempotent. Returns the start of the maintenance, or null
 * if the service is online.
 */
export async function setMaintenance({ db, now }: Operator, on: boolean): Promise<Date | null> {
  const start = on ? now() : null
  const [state] = await db.transaction(
    ({ prisma }) => prisma.$queryRaw<{ since: Date | null }[]>`
    insert into service_state (id, maintenance_since) values (1, ${start}::timestamptz)
    on conflict (id) do update set maintenance_since = case
      when excluded.maintenance_since is null then null
      else coalesce(service_state.maintenance_since, excluded.maintenance_since) end
    returning maintenance_since as since`,
  )
  return state?.since ?? null
}
