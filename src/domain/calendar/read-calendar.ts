import type { Database } from '../../db/connect.js'
import type { JobStatus } from '../../db/generated/prisma/enums.js'
import type { CalendarCredential } from './calendar-link.js'

/** A calendar has jobs that ended at most this long ago. */
const KEPT_DAYS = 30
/** A calendar has at most this many jobs, the earliest ones. */
const MAX_JOBS = 500

/** A link that is valid. */
export interface OpenCalendar {
  readonly companyId: number
  readonly userId: number
  readonly siteId: number | null
  readonly appName: string
  /** What the calendar is about: the name of the user or of the site. */
  readonly name: string
  readonly frontendUrl: string | null
}

export interface CalendarJob {
  readonly uuid: string
  readonly number: number
  readonly status: JobStatus
  readonly start: Date
  readonly end: Date
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly type: string
  readonly technician: string
  readonly client: string
  readonly site: string
  readonly timezone: string
  /** Street, city and region. */
  readonly address: string
  readonly reference: string | null
  readonly instructions: string | null
}

/**
 * Finds the link with a secret; undefined if there is none, if it was revoked, or if its user may no longer read the calendar. One
 * statement in each case. `db` is that of the company in the link.
 */
export async function openCalendar(
  db: Database,
  { companyId, hash }: CalendarCredential,
): Promise<OpenCalendar | undefined> {
  const { rows } = await db.read<OpenCalendar & Record<string, unknown>>(
    { name: 'open-calendar', text: OPEN, values: [companyId, hash] },
    { quick: true },
  )
  return rows[0]
}

const OPEN = `
select l.company_id as "companyId", l.user_id as "userId", l.site_id as "siteId",
  coalesce(c.app_name, c.name) as "appName", c.frontend_url as "frontendUrl",
  coalesce(s.name, u.first_name || ' ' || u.last_name) as name
from calendar_link l
join company c on c.id = $1
join app_user u on u.company_id = $1 and u.id = l.user_id
join membership m on m.company_id = $1 and m.user_id = l.user_id
left join site s on s.company_id = $1 and s.id = l.site_id
where l.company_id = $1 and l.hash = $2 and l.revoked_at is null
  and c.deleted_at is null and u.active and u.deleted_at is null
  and (l.site_id is null or s.deleted_at is null and m.role = 'admin')`

/** The jobs of a calendar that are not removed, in the order of their start. */
export async function readCalendarJobs(
  db: Database,
  { companyId, userId, siteId }: OpenCalendar,
  now: Date,
): Promise<CalendarJob[]> {
  const since = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  const { rows } = await db.read<CalendarJob & Record<string, unknown>>({
    name: siteId === null ? 'read-calendar-of-user' : 'read-calendar-of-site',
    text: siteId === null ? jobsWhere('j.technician_id = $3') : jobsWhere('j.site_id = $3'),
    values: [companyId, since, siteId ?? userId, MAX_JOBS],
  })
  return rows
}

const jobsWhere = (condition: string) => `
select j.uuid, j.number, j.status, j.scheduled_start as start, j.scheduled_end as "end", j.created_at as "createdAt",
  greatest(j.updated_at, s.updated_at) as "updatedAt", t.description as type,
  u.first_name || ' ' || u.last_name as technician, coalesce(c.trading_name, c.legal_name) as client,
  s.name as site, coalesce(s.timezone, 'UTC') as timezone, concat_ws(', ', s.street, s.city, s.region) as address,
  j.reference, j.special_instructions as instructions
from job j
join job_type t on t.company_id = $1 and t.id = j.type_id
join app_user u on u.company_id = $1 and u.id = j.technician_id
join site s on s.company_id = $1 and s.id = j.site_id
join client c on c.company_id = $1 and c.id = s.client_id
where j.company_id = $1 and ${condition} and j.deleted_at is null and j.scheduled_end >= $2
order by j.scheduled_start, j.id
limit $4`
