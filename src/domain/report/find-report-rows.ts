import { dueDateAfter } from '../asset/due-date.js'
import type { Answer } from '../checklist/checklist-answers.js'
import type { Section } from '../checklist/checklist-content.js'
import { type Domain, queryRows } from '../domain.js'
import type { RiskLevel } from '../risk/risk.js'

/** The inspections of a report: one, or those of a job that are not voided. */
export interface Inspections {
  readonly id: number | null
  readonly jobId: number | null
}

export interface InspectionRow {
  readonly id: number
  readonly uuid: string
  readonly outcome: 'passed' | 'failed'
  readonly score: number | null
  readonly note: string | null
  readonly inspectedAt: Date
  readonly answers: Readonly<Record<string, Answer>> | null
  readonly sections: readonly Section[] | null
  readonly checklist: string | null
  readonly version: number | null
  readonly assetId: string
  readonly code: string
  readonly type: string
  readonly zone: string
  readonly siteId: number
  readonly inspector: string
  readonly jobNumber: number | null
  readonly jobType: string | null
  readonly validUntil: Date | null
}

export const findInspections = (domain: Domain, { id, jobId }: Inspections) =>
  queryRows<InspectionRow>(domain, {
    name: 'find-report-inspections',
    text: INSPECTIONS,
    values: [domain.viewer.companyId, id, jobId],
  })

// `valid_until`: the interval of the asset's type after the inspection, or after the due date that it met.
const INSPECTIONS = `
select i.id, i.uuid, i.outcome, i.score, i.note, i.inspected_at as "inspectedAt", i.answer_data as answers, v.sections,
  c.name as checklist, v.number as version, a.uuid as "assetId", a.code, t.name as type, z.name as zone, z.site_id as "siteId",
  u.first_name || ' ' || u.last_name as inspector, j.number as "jobNumber", y.description as "jobType",
  ${dueDateAfter('coalesce(i.due_basis, i.inspected_at)', 't', 's.timezone')} as "validUntil"
from inspection i
join asset a on a.company_id = $1 and a.id = i.asset_id
join asset_type t on t.company_id = $1 and t.id = a.type_id
join zone z on z.company_id = $1 and z.id = a.zone_id
join site s on s.company_id = $1 and s.id = z.site_id
join app_user u on u.company_id = $1 and u.id = i.inspector_id
left join checklist_version v on v.company_id = $1 and v.id = i.checklist_version_id
left join checklist c on c.company_id = $1 and c.id = v.checklist_id
left join job j on j.company_id = $1 and j.id = i.job_id
left join job_type y on y.company_id = $1 and y.id = j.type_id
where i.company_id = $1::int and (i.id = $2::int or (i.job_id = $3::int and i.deleted_at is null))
order by i.inspected_at, i.id`

export interface FindingRow {
  readonly id: number
  readonly uuid: string
  readonly code: string
  readonly title: string
  readonly note: string | null
  readonly severity: RiskLevel
  readonly status: 'open' | 'resolved' | 'accepted'
  readonly openedAt: Date
  readonly dueAt: Date
  readonly resolution: string | null
}

/** The findings that inspections opened, those that a job is to resolve, and the open ones of a site. */
export const findFindings = (
  domain: Domain,
  {
    inspections,
    jobId,
    siteId,
  }: { inspections: readonly number[]; jobId: number | null; siteId: number | null },
) =>
  queryRows<FindingRow>(domain, {
    name: 'find-report-findings',
    text: FINDINGS,
    values: [domain.viewer.companyId, inspections, jobId, siteId],
  })

const FINDINGS = `
select f.id, f.uuid, a.code, f.title, f.note, r.level as severity, f.status, f.opened_at as "openedAt", f.due_at as "dueAt", f.resolution
from finding f
join asset a on a.company_id = $1 and a.id = f.asset_id
join zone z on z.company_id = $1 and z.id = a.zone_id
join risk r on r.id = f.risk_id
where f.company_id = $1::int and f.deleted_at is null
  and (f.inspection_id = any($2::int[]) or f.job_id = $3::int or (z.site_id = $4::int and f.status = 'open'))
order by r.value, f.due_at, f.id`

export interface FileRow {
  readonly uuid: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string | null
  readonly inspectionId: number | null
  readonly questionId: string | null
  readonly findingId: number | null
  readonly signature: boolean
}

export interface Owners {
  readonly inspections: readonly number[]
  readonly findings: readonly number[]
  readonly jobId: number | null
  readonly siteId: number | null
}

/** The files of the records of a report, in the order of their upload. */
export const findFiles = (domain: Domain, { inspections, findings, jobId, siteId }: Owners) =>
  queryRows<FileRow>(domain, {
    name: 'find-report-files',
    text: FILES,
    values: [domain.viewer.companyId, inspections, findings, jobId, siteId],
  })

const FILES = `
select d.uuid, d.name, d.content_type as "contentType", d.size, encode(d.sha256, 'hex') as sha256,
  d.inspection_id as "inspectionId", d.question_id as "questionId", d.finding_id as "findingId", d.signature
from document d
where d.company_id = $1::int and d.deleted_at is null and not d.report
  and (d.inspection_id = any($2::int[]) or d.finding_id = any($3::int[]) or d.job_id = $4::int or d.site_id = $5::int)
order by d.id`
