import type { Database } from '../../db/connect.js'
import type { JobStatus } from '../../db/generated/prisma/enums.js'
import { isOpen } from '../job/job-status.js'
import type { ClaimedNotice } from './claim-notices.js'
import { timeAt } from './local-time.js'

export interface CurrentJob {
  readonly about: 'Job'
  readonly number: number
  readonly status: JobStatus
  readonly removed: boolean
  readonly late: boolean
  readonly start: Date
  readonly end: Date
  readonly technicianId: number
  readonly type: string
  readonly site: string
  readonly timezone: string
  readonly place: string
}

interface CurrentSite {
  readonly about: 'Site'
  readonly name: string
  readonly defective: number
  readonly threshold: number
  /** Whether it is failing now. */
  readonly lasts: boolean
}

interface CurrentFinding {
  readonly about: 'Finding'
  readonly name: string
  readonly asset: string
  readonly site: string
  readonly due: string
  /** Whether it is overdue now. */
  readonly lasts: boolean
}

interface CurrentWebhook {
  readonly about: 'Webhook'
  readonly url: string
  readonly reason: string
  /** Whether it is disabled now, and not by a user. */
  readonly lasts: boolean
}

interface CurrentApiKey {
  readonly about: 'ApiKey'
  readonly name: string
  readonly prefix: string
  readonly due: string
  /** Whether it has not expired yet, and will soon. */
  readonly lasts: boolean
}

export type CurrentRecord =
  CurrentJob | CurrentSite | CurrentFinding | CurrentWebhook | CurrentApiKey

/** The records of notices by UUID, as they are now. */
export async function findRecords(
  db: Database,
  companyId: number,
  notices: readonly ClaimedNotice[],
): Promise<Map<string, CurrentRecord>> {
  const found = new Map<string, CurrentRecord>()
  for (const about of ['Job', 'Site', 'Finding', 'Webhook', 'ApiKey'] as const) {
    const ids = notices.filter((each) => each.about === about).map(({ recordId }) => recordId)
    if (ids.length === 0) continue
    const { rows } = await db.read<Row>({
      name: `find-${about.toLowerCase()}s-of-notices`,
      text: statements[about],
      values: [companyId, ids],
    })
    for (const { uuid, ...row } of rows) found.set(uuid, recordOf(about, row))
  }
  return found
}

type Row = { readonly uuid: string; readonly [name: string]: unknown }

function recordOf(about: CurrentRecord['about'], row: Readonly<Record<string, unknown>>) {
  const due = row['due'] instanceof Date ? timeAt(row['due'], String(row['timezone'])) : ''
  return { ...row, about, due } as unknown as CurrentRecord
}

const statements = {
  Job: `
    select j.uuid, j.number, j.status, j.deleted_at is not null as removed,
      ${isOpen('j.status')} and j.scheduled_end < now() as late,
      j.scheduled_start as start, j.scheduled_end as "end", j.technician_id as "technicianId", t.description as type,
      s.name as site, coalesce(s.timezone, 'UTC') as timezone, concat_ws(', ', s.street, s.city) as place
    from job j
    join job_type t on t.company_id = $1 and t.id = j.type_id
    join site s on s.company_id = $1 and s.id = j.site_id
    where j.company_id = $1::int and j.uuid = any($2::uuid[])`,
  Site: `
    select f.uuid, f.name, f.threshold, f.defective, f.defective >= f.threshold as lasts
    from (
      select s.uuid, s.name, s.failure_threshold as threshold, (
        select count(*)::int from asset a
        where a.company_id = $1 and a.defective and a.decommissioned_at is null and a.deleted_at is null
          and a.zone_id in (select z.id from zone z where z.company_id = $1 and z.site_id = s.id)) as defective
      from site s where s.company_id = $1::int and s.uuid = any($2::uuid[]) and s.deleted_at is null
    ) f`,
  Finding: `
    select f.uuid, f.title as name, a.code as asset, s.name as site, coalesce(s.timezone, 'UTC') as timezone, f.due_at as due,
      f.status = 'open' and f.due_at < now() as lasts
    from finding f
    join asset a on a.company_id = $1 and a.id = f.asset_id
    join zone z on z.company_id = $1 and z.id = a.zone_id
    join site s on s.company_id = $1 and s.id = z.site_id
    where f.company_id = $1::int and f.uuid = any($2::uuid[]) and f.deleted_at is null`,
  Webhook: `
    select w.uuid, w.url, w.disabled_reason as reason, w.disabled_reason <> 'request' as lasts
    from webhook w
    where w.company_id = $1::int and w.uuid = any($2::uuid[]) and w.deleted_at is null`,
  // A key that was made for less than the 14 days needs no mail.
  ApiKey: `
    select k.uuid, k.name, k.prefix, 'UTC' as timezone, k.expires_at as due,
      k.expires_at between now() and now() + interval '14 days' and k.created_at < k.expires_at - interval '14 days' as lasts
    from api_key k
    where k.company_id = $1::int and k.uuid = any($2::uuid[]) and k.revoked_at is null and k.expires_at is not null`,
}
