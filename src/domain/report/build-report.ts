import type { Domain } from '../domain.js'
import type { ClaimedReport } from './claim-report.js'
import { type AssetRow, findAssets, findJob, findSite, type SiteRow } from './find-report-heads.js'
import { findFiles, findFindings, findInspections } from './find-report-rows.js'
import { fileOf, findingContent, inspectionContent } from './inspection-content.js'
import type { ReportContent } from './report-content.js'
import { certificateHead, type Head, inspectionHead, jobHead, siteHead } from './report-heads.js'
import { languageOf } from './report-language.js'
import { AnswerTexts } from './report-text.js'

/** What a report shows, and the number by which anyone who verifies it knows the record. */
export interface BuiltReport {
  readonly content: ReportContent
  /** The number of the job, or the id of the inspection or the site. */
  readonly number: number
}

type About = Pick<ClaimedReport, 'kind' | 'inspectionId' | 'jobId' | 'siteId' | 'createdAt'>

/** Reads the records of a report. */
export async function buildReport(domain: Domain, about: About): Promise<BuiltReport> {
  const { kind, inspectionId: id, jobId } = about
  const rows = await findInspections(domain, { id, jobId })
  const job = jobId === null ? undefined : await findJob(domain, jobId)
  const [first] = rows
  const site = await findSite(domain, about.siteId ?? job?.siteId ?? first?.siteId ?? 0)
  const assets = kind === 'site' ? await findAssets(domain, site.id, about.createdAt) : []
  const inspections = kind === 'certificate' ? [] : rows.map((row) => row.id)
  const owners = { inspections, jobId, siteId: about.siteId }
  const found = kind === 'certificate' ? [] : await findFindings(domain, owners)
  const findings = found.map((row) => row.id)
  const files = await findFiles(domain, { ...owners, findings })

  const head = headOf()
  const texts = new AnswerTexts(site.timeZone)
  const shown =
    kind === 'certificate' ? [] : rows.map((row) => inspectionContent(row, files, texts))
  const { number, ...rest } = head
  const content: ReportContent = {
    ...rest,
    language: languageOf(site.timeZone),
    timeZone: site.timeZone,
    company: companyOf(site),
    inspections: shown,
    assets: assets.map(assetContent),
    findings: found.map((row) => findingContent(row, files)),
    photographs: files.filter(isOfRecord).map(fileOf),
    signature: signatureOf(),
    evidence: files.map(fileOf),
  }
  return { content, number }

  function headOf(): Head {
    if (job) return jobHead(job, site, rows, found.length)
    if (kind === 'site') return siteHead(site, assets, about.createdAt)
    if (!first) throw new Error('expected the inspection of a report')
    return kind === 'certificate' ? certificateHead(first, site) : inspectionHead(first, site)
  }

  function signatureOf(): ReportContent['signature'] {
    const drawing = files.find(({ signature }) => signature)
    if (!job?.completedAt || !drawing || job.signatureSha256 === null) return null
    return {
      name: job.signatureName ?? '',
      signedAt: job.completedAt.toISOString(),
      sha256: job.signatureSha256,
      documentId: drawing.uuid,
    }
  }
}

const isOfRecord = (file: {
  inspectionId: number | null
  findingId: number | null
  signature: boolean
}) => file.inspectionId === null && file.findingId === null && !file.signature

const companyOf = ({ company: name, registrationNumber, vatNumber, logoId }: SiteRow) => ({
  ...{ name, registrationNumber, vatNumber, logoId },
})

const assetContent = ({ uuid, lastInspectedAt, nextInspectionDueAt, ...row }: AssetRow) => ({
  assetId: uuid,
  ...{ code: row.code, type: row.type, zone: row.zone, status: row.status },
  lastInspectedAt: lastInspectedAt?.toISOString() ?? null,
  nextInspectionDueAt: nextInspectionDueAt?.toISOString() ?? null,
  openFindings: row.openFindings,
})
