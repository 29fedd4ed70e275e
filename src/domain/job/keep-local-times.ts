import type { Domain } from '../domain.js'
import { OPEN_STATUSES } from './job-status.js'

/**
 * Moves the open jobs of a site, which the transaction has locked, so that their local times stay the same in another time
 * zone; null: UTC. Removed ones too, because they can be restored. A local time that does not exist there moves by the skipped
 * hour; of the two instants of a local time that is repeated, the first one is stored. Returns the number of moved jobs that are not removed.
 */
export async function keepLocalTimes(
  { db, viewer, now }: Domain,
  siteId: number,
  timezone: string | null,
): Promise<number> {
  const values = [viewer.companyId, siteId, timezone ?? 'UTC', OPEN_STATUSES, now().toISOString()]
  const statement = { name: 'keep-local-times', text: KEEP_LOCAL_TIMES, values }
  const { rows } = await db.write<{ removed: boolean }>(statement)
  return rows.filter(({ removed }) => !removed).length
}

/** The instant of a local time. PostgreSQL returns the second one of two, which are up to an hour apart. */
const instantOf = (local: string) => `(
  select coalesce(min(earlier) filter (where earlier at time zone $3::text = given.local), given.local at time zone $3)
  from (select ${local} as local) given,
    lateral unnest(array[0, 30, 60]) minutes,
    lateral (select given.local at time zone $3 - make_interval(mins => minutes) as earlier) candidate
  group by given.local
)`

// Jobs are locked in the order of their ids, as by other updates. The end stays after the start if clocks skip an hour
// between them.
const KEEP_LOCAL_TIMES = `
with locked as (
  select id, start_at, case when end_at > start_at then end_at else start_at + duration end as end_at from (
    select job.id,
           ${instantOf('job.scheduled_start at time zone zone.before')} as start_at,
           ${instantOf('job.scheduled_end at time zone zone.before')} as end_at,
           job.scheduled_end - job.scheduled_start as duration
    from job
    cross join (
      select coalesce(timezone, 'UTC') as before from site where company_id = $1::int and id = $2::int
    ) zone
    where job.company_id = $1 and job.site_id = $2 and job.status = any($4::job_status[])
      and zone.before <> $3
    order by job.id
    for update of job
  ) as found
)
update job
set scheduled_start = locked.start_at,
    scheduled_end = locked.end_at,
    updated_at = $5::timestamptz
from locked
where job.company_id = $1 and job.id = locked.id and (job.scheduled_start, job.scheduled_end) <> (locked.start_at, locked.end_at)
returning job.deleted_at is not null as removed`
