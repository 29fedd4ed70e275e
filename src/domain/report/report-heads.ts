import type { AssetRow, JobRow, SiteRow } from './find-report-heads.js'
import type { InspectionRow } from './find-report-rows.js'
import type { ReportContent, ReportFact } from './report-content.js'
import { dateText, durationText, timeText } from './report-text.js'

/** The first page of a report, and the number of its record. */
export interface Head extends Pick<ReportContent, 'title' | 'subtitle' | 'outcome' | 'facts'> {
  readonly number: number
}

/** The facts that have a value. */
const facts = (all: Readonly<Record<string, string | null>>): ReportFact[] =>
  Object.entries(all).flatMap(([label, value]) =>
    value === null || value === '' ? [] : [{ label, value }],
  )

const placeFacts = ({ name, address, client }: SiteRow) => ({
  Site: name,
  Address: address,
  Client: client,
})

export function inspectionHead(row: InspectionRow, site: SiteRow): Head {
  const { code, type, zone, outcome, score, checklist, version } = row
  return {
    title: 'Inspection report',
    subtitle: `${code} · ${type}`,
    outcome,
    facts: facts({
      Asset: `${code} · ${type}`,
      Zone: zone,
      ...placeFacts(site),
      Job: jobText(row),
      Inspected: timeText(row.inspectedAt, site.timeZone),
      Inspector: row.inspector,
      Checklist: checklist === null ? null : `${checklist}, version ${version ?? 0}`,
      Score: score === null ? null : `${score} %`,
      Note: row.note,
      Inspection: String(row.id),
    }),
    number: row.id,
  }
}

/** The certificate of a passed inspection: for the wall, not for the file. */
export function certificateHead(row: InspectionRow, site: SiteRow): Head {
  const { code, type, zone, validUntil } = row
  return {
    title: 'Inspection certificate',
    subtitle: `${code} · ${type}`,
    outcome: 'passed',
    facts: facts({
      Asset: `${code} · ${type}`,
      Zone: zone,
      ...placeFacts(site),
      Inspected: timeText(row.inspectedAt, site.timeZone),
      Inspector: row.inspector,
      'Valid until': validUntil === null ? null : dateText(validUntil, site.timeZone),
      Inspection: String(row.id),
    }),
    number: row.id,
  }
}

const jobText = ({ jobNumber, jobType }: InspectionRow) =>
  jobNumber === null ? null : `Job ${jobNumber} · ${jobType ?? ''}`

export function jobHead(
  job: JobRow,
  site: SiteRow,
  inspections: readonly InspectionRow[],
  findings: number,
): Head {
  const time = (at: Date | null) => at && timeText(at, site.timeZone)
  const passed = inspections.filter(({ outcome }) => outcome === 'passed').length
  return {
    title: 'Job report',
    subtitle: `Job ${job.number} · ${job.type} · ${site.name}`,
    outcome: null,
    facts: facts({
      Job: `${job.number} · ${job.type}`,
      ...placeFacts(site),
      Reference: job.reference,
      Technician: job.technician,
      Scheduled: time(job.scheduledStart),
      Started: time(job.startedAt),
      Completed: time(job.completedAt),
      'Completed by': job.closedBy,
      'Time worked': durationText(job.workedSeconds),
      Instructions: job.specialInstructions,
      Inspections: `${inspections.length}: ${passed} passed, ${inspections.length - passed} failed`,
      Findings: String(findings),
      'Signed by': job.signatureName,
    }),
    number: job.number,
  }
}

export function siteHead(site: SiteRow, assets: readonly AssetRow[], createdAt: Date): Head {
  const count = (status: AssetRow['status']) =>
    assets.filter((asset) => asset.status === status).length
  const [defective, findings] = [
    count('defective'),
    assets.reduce((sum, { openFindings }) => sum + openFindings, 0),
  ]
  return {
    title: 'Site report',
    subtitle: `${site.name} · ${dateText(createdAt, site.timeZone)}`,
    outcome: null,
    facts: facts({
      ...placeFacts(site),
      Manager: site.manager,
      'State at': timeText(createdAt, site.timeZone),
      Assets: String(assets.length - count('decommissioned')),
      Defective: String(defective),
      Overdue: String(count('overdue')),
      'Open findings': String(findings),
      State: defective >= site.failureThreshold ? 'Failing' : 'Not failing',
    }),
    number: site.id,
  }
}
