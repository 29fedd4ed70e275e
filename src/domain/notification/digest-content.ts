import type { Database } from '../../db/connect.js'
import { dueDateAfter } from '../asset/due-date.js'
import { isOpen } from '../job/job-status.js'
import { nameInMail } from '../mail/name-in-mail.js'
import { timesAt } from './local-time.js'
import type { MailItem } from './notice-content.js'
import type { Recipient } from './recipient.js'

/** A digest names at most this many records of a kind. */
const MOST = 10

/**
 * What is overdue, what is due in the next seven days, the failing sites and the open findings: for admins of the company, for other users
 * of their jobs and of the sites that they manage. Without a kind that has no records.
 */
export async function digestItems(db: Database, recipient: Recipient): Promise<MailItem[]> {
  const { companyId, userId, role } = recipient
  const values = [companyId, role === 'admin' ? null : userId, MOST]
  const find = async <Row extends Record<string, unknown>>(name: string, text: string) =>
    (await db.read<Row & { total: number }>({ name, text, values })).rows
  const late = await find<JobRow>('digest-late-jobs', jobsWhere('j.scheduled_end < now()'))
  const next = await find<JobRow>('digest-next-jobs', jobsWhere(NEXT))
  const sites = await find<{ name: string; defective: number }>('digest-failing-sites', SITES)
  const findings = await find<FindingRow>('digest-findings', FINDINGS)
  const [assets] = await find<{ overdue: number; soon: number }>('digest-assets', ASSETS)
  return [
    item('Late jobs', late, lineOfJob),
    item('Jobs of the next seven days', next, lineOfJob),
    item(
      'Failing sites',
      sites,
      ({ name, defective }) => `${nameInMail(name)}: ${defective} defective`,
    ),
    item(
      'Open findings',
      findings,
      ({ title, asset, overdue }) =>
        `${overdue ? 'Overdue: ' : ''}${nameInMail(title)} (${nameInMail(asset)})`,
    ),
    ...assetItems(assets),
  ].filter(({ lines }) => lines.length > 0)
}

interface JobRow extends Record<string, unknown> {
  readonly number: number
  readonly start: Date
  readonly end: Date
  readonly type: string
  readonly site: string
  readonly timezone: string
}

interface FindingRow extends Record<string, unknown> {
  readonly title: string
  readonly asset: string
  readonly overdue: boolean
}

/** The lines of the first records, and how many more there are. */
function item<Row extends { readonly total: number }>(
  name: string,
  rows: readonly Row[],
  lineOf: (row: Row) => string,
): MailItem {
  const total = rows[0]?.total ?? 0
  const more = total > rows.length ? [`and ${total - rows.length} more`] : []
  return { title: `${name}: ${total}`, lines: [...rows.map(lineOf), ...more] }
}

const lineOfJob = ({ number, type, site, start, end, timezone }: JobRow) =>
  `Job ${number}: ${nameInMail(type)}, ${nameInMail(site)}, ${timesAt(start, end, timezone)}`

function assetItems(counts: { overdue: number; soon: number } | undefined): MailItem[] {
  const { overdue = 0, soon = 0 } = counts ?? {}
  if (overdue + soon === 0) return []
  const lines = [`${overdue} overdue`, `${soon} due in the next seven days`]
  return [{ title: 'Inspections of assets', lines }]
}

const NEXT = "j.scheduled_end >= now() and j.scheduled_start < now() + interval '7 days'"

const jobsWhere = (condition: string) => `
select j.number, j.scheduled_start as start, j.scheduled_end as "end", t.description as type, s.name as site,
  coalesce(s.timezone, 'UTC') as timezone, (count(*) over ())::int as total
from job j
join job_type t on t.company_id = $1 and t.id = j.type_id
join site s on s.company_id = $1 and s.id = j.site_id
where j.company_id = $1::int and ($2::int is null or j.technician_id = $2) and ${isOpen('j.status')}
  and j.deleted_at is null and ${condition}
order by j.scheduled_start, j.id limit $3::int`

const SITES = `
select s.name, d.defective, (count(*) over ())::int as total
from site s
join (
  select z.site_id, count(*)::int as defective
  from asset a join zone z on z.company_id = $1 and z.id = a.zone_id
  where a.company_id = $1::int and a.defective and a.decommissioned_at is null and a.deleted_at is null
  group by z.site_id
) d on d.site_id = s.id and d.defective >= s.failure_threshold
where s.company_id = $1 and ($2::int is null or s.manager_id = $2) and s.deleted_at is null
order by d.defective desc, s.id limit $3::int`

const FINDINGS = `
select f.title, a.code as asset, f.due_at < now() as overdue, (count(*) over ())::int as total
from finding f
join asset a on a.company_id = $1 and a.id = f.asset_id
where f.company_id = $1::int and f.status = 'open' and f.deleted_at is null
  and ($2::int is null or f.job_id in (select j.id from job j where j.company_id = $1 and j.technician_id = $2 and j.deleted_at is null))
order by f.due_at, f.id limit $3::int`

const DUE = dueDateAfter(
  'coalesce(a.due_basis, a.last_inspection, a.created_at)',
  't',
  's.timezone',
)

const ASSETS = `
select count(*) filter (where d.due < now())::int as overdue, count(*) filter (where d.due >= now())::int as soon, $3::int as total
from (
  select ${DUE} as due
  from asset a
  join asset_type t on t.company_id = $1 and t.id = a.type_id
  join zone z on z.company_id = $1 and z.id = a.zone_id
  join site s on s.company_id = $1 and s.id = z.site_id
  where a.company_id = $1::int and a.decommissioned_at is null and a.deleted_at is null
    and ($2::int is null or s.manager_id = $2)
) d
where d.due < now() + interval '7 days'`
