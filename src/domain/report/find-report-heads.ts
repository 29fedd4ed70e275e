import type { AssetStatus } from '../asset/asset-status.js'
import { dueDateAfter } from '../asset/due-date.js'
import { type Domain, queryRows } from '../domain.js'

/** The site of a report, its client and the company. */
export interface SiteRow {
  readonly id: number
  readonly name: string
  readonly address: string
  readonly timeZone: string
  readonly client: string
  readonly manager: string | null
  readonly failureThreshold: number
  readonly company: string
  readonly registrationNumber: string | null
  readonly vatNumber: string | null
  /** The UUID of the company's logo; null if it has none. */
  readonly logoId: string | null
}

export async function findSite(domain: Domain, siteId: number): Promise<SiteRow> {
  const [row] = await queryRows<SiteRow>(domain, {
    name: 'find-report-site',
    text: SITE,
    values: [domain.viewer.companyId, siteId],
  })
  if (!row) throw new Error('expected the site of a report')
  return row
}

const SITE = `
select s.id, s.name, concat_ws(', ', s.street, s.city, s.region) as address, coalesce(s.timezone, 'UTC') as "timeZone",
  k.legal_name as client, m.first_name || ' ' || m.last_name as manager, s.failure_threshold as "failureThreshold",
  c.name as company, c.registration_number as "registrationNumber", c.vat_number as "vatNumber",
  (select d.uuid from document d where d.company_id = $1 and d.of_company and d.picture and d.deleted_at is null
    order by d.id desc limit 1) as "logoId"
from site s
join company c on c.id = $1
join client k on k.company_id = $1 and k.id = s.client_id
left join app_user m on m.company_id = $1 and m.id = s.manager_id
where s.company_id = $1::int and s.id = $2::int`

export interface JobRow {
  readonly id: number
  readonly number: number
  readonly siteId: number
  readonly type: string
  readonly technician: string
  readonly closedBy: string | null
  readonly reference: string | null
  readonly specialInstructions: string | null
  readonly scheduledStart: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  readonly workedSeconds: number
  readonly signatureName: string | null
  /** In hexadecimal. */
  readonly signatureSha256: string | null
}

export async function findJob(domain: Domain, id: number): Promise<JobRow> {
  const [row] = await queryRows<JobRow>(domain, {
    name: 'find-report-job',
    text: JOB,
    values: [domain.viewer.companyId, id],
  })
  if (!row) throw new Error('expected the job of a report')
  return row
}

const JOB = `
select j.id, j.number, j.site_id as "siteId", y.description as type, t.first_name || ' ' || t.last_name as technician,
  b.first_name || ' ' || b.last_name as "closedBy", j.reference, j.special_instructions as "specialInstructions",
  j.scheduled_start as "scheduledStart", j.started_at as "startedAt", j.completed_at as "completedAt",
  j.worked_seconds as "workedSeconds", j.signature_name as "signatureName",
  encode(j.signature_sha256, 'hex') as "signatureSha256"
from job j
join job_type y on y.company_id = $1 and y.id = j.type_id
join app_user t on t.company_id = $1 and t.id = j.technician_id
left join app_user b on b.company_id = $1 and b.id = j.closed_by_id
where j.company_id = $1::int and j.id = $2::int`

export interface AssetRow {
  readonly uuid: string
  readonly code: string
  readonly type: string
  readonly zone: string
  readonly status: AssetStatus
  readonly lastInspectedAt: Date | null
  /** Null if inspections are not scheduled. */
  readonly nextInspectionDueAt: Date | null
  readonly openFindings: number
}

/** The assets of a site at a time, by zone and code. */
export const findAssets = (domain: Domain, siteId: number, at: Date) =>
  queryRows<AssetRow>(domain, {
    name: 'find-report-assets',
    text: ASSETS,
    values: [domain.viewer.companyId, siteId, at],
  })

// The statuses are those of asset/asset-status.ts.
const ASSETS = `
select e.uuid, e.code, e.type, e.zone, e."lastInspectedAt", e."nextInspectionDueAt", e."openFindings",
  case when e.decommissioned_at is not null then 'decommissioned' when e.defective then 'defective'
    when e."nextInspectionDueAt" < $3::timestamptz then 'overdue' else 'ok' end as status
from (
  select a.uuid, a.code, t.name as type, z.name as zone, z.id as zone_id, a.decommissioned_at, a.defective,
    a.last_inspection as "lastInspectedAt",
    ${dueDateAfter('coalesce(a.due_basis, a.last_inspection, a.created_at)', 't', 's.timezone')} as "nextInspectionDueAt",
    (select count(*)::int from finding f
      where f.company_id = $1 and f.asset_id = a.id and f.status = 'open' and f.deleted_at is null) as "openFindings"
  from zone z
  join site s on s.company_id = $1 and s.id = z.site_id
  join asset a on a.company_id = $1 and a.zone_id = z.id and a.deleted_at is null
  join asset_type t on t.company_id = $1 and t.id = a.type_id
  where z.company_id = $1::int and z.site_id = $2::int and z.deleted_at is null
) e
order by e.zone, e.zone_id, e.code, e.uuid`
