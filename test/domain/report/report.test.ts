import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { v7 as newUuid } from 'uuid'
import type { Domain } from '../../../src/domain/domain.js'
import { voidInspection } from '../../../src/domain/inspection/void-inspection.js'
import { recordInspection } from '../../../src/domain/inspection/record-inspection.js'
import { completeJob } from '../../../src/domain/job/complete-job.js'
import { removeRecord } from '../../../src/domain/removal/remove-record.js'
import {
  certifyInspection,
  reportInspection,
  reportJob,
  reportSite,
} from '../../../src/domain/report/request-report.js'
import {
  at,
  newAsset,
  newAssetType,
  newChecklist,
  newCompany,
  newDocument,
  newInspection,
  newJob,
  newSite,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'
import { graph, type GraphAnswer, service } from '../../support/graphql.js'
import { makeReports, sha256Of, upload } from '../../support/reports.js'

const db = testDatabase()

const [sealId, fillId, gaugeId, photoId] = Array.from({ length: 4 }, () => newUuid())
const rest = { hint: null, required: false, weight: 1, critical: false, allowNotApplicable: true }
const flags = { requireNoteWhenFailing: false, requirePhotoWhenFailing: false, opensFinding: null }
const bounds = { unit: null, minimum: null, maximum: null, minimumCount: null, showIf: null }
const question = { ...rest, ...flags, ...bounds, choices: [] }
const yesNo = [
  { value: 'YES', label: 'Yes', fails: false, points: 1 },
  { value: 'NO', label: 'No', fails: true, points: 0 },
]
const sections = [
  {
    name: 'Outside',
    questions: [
      {
        ...question,
        questionId: sealId,
        kind: 'YES_NO',
        text: 'Is the seal intact?',
        choices: yesNo,
      },
      { ...question, questionId: fillId, kind: 'TEXT', text: 'Τι περιέχει;' },
    ],
  },
  {
    name: 'Gauge',
    questions: [
      {
        ...{ ...question, questionId: gaugeId, kind: 'NUMBER', text: 'What does it show?' },
        ...{ unit: 'bar', minimum: 10, maximum: 14, opensFinding: 'High' },
        showIf: {
          allOf: [
            {
              questionId: sealId,
              isOneOf: ['YES'],
              isNotOneOf: null,
              between: null,
              isAnswered: null,
            },
          ],
          anyOf: null,
        },
      },
      { ...question, questionId: photoId, kind: 'PHOTO', text: 'A picture' },
    ],
  },
]

const image = (colour: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })

/** A completed job with an inspection that fails, a photograph and a signature. */
async function completedJob() {
  const company = await newCompany(db, { name: 'Harbour Ltd' })
  const { id: checklistId } = await newChecklist(company, { name: 'Monthly', sections })
  const { id: typeId } = await newAssetType(company, { name: 'Extinguisher', checklistId })
  const site = await newSite(company, { name: 'North', timezone: 'Europe/London' })
  const zone = await newZone(company, { siteId: site.id, name: 'Roof' })
  const asset = await newAsset(company, { code: 'FX-1', typeId, zoneId: zone.id })
  const job = await newJob(company, { zoneIds: [zone.id], status: 'in_progress' })
  const photo = await upload(company.technician, 'gauge.jpg', await image('#c80').jpeg().toBuffer())
  const inspection = await recordInspection(company.technician, {
    assetId: asset.id,
    jobId: job.id,
    answers: [
      { questionId: sealId!, value: 'YES' },
      { questionId: fillId!, value: 'Αφρός ✓' },
      { questionId: gaugeId!, value: '8', note: 'In the red.', photoIds: [photo.uuid] },
    ],
  })
  const drawing = await upload(company.technician, 'me.png', await image('#fff').png().toBuffer())
  const signature = { documentId: drawing.uuid, name: 'Lee Ash' }
  await completeJob(company.technician, { id: job.id, signature })
  return { company, job, inspection, photo, drawing, site }
}

const REPORT = `status kind createdAt url sha256 contentSha256 content {
  title subtitle outcome language timeZone company { name logoId } facts { label value }
  inspections { inspectionId asset { code type } zone inspectedAt inspector outcome score note checklist { name version }
    sections { name answers { questionId question condition answer notApplicable fails note answeredAt photographs { documentId } } }
    photographs { name } }
  assets { code status lastInspectedAt nextInspectionDueAt openFindings }
  findings { assetCode title severity status openedAt dueAt photographs { name } }
  photographs { name } signature { name signedAt sha256 documentId } evidence { documentId name contentType size sha256 }
}`

const reportOf = async (
  viewer: Domain,
  record: 'job' | 'inspection' | 'site',
  id: string,
  field = 'report',
) =>
  (await graph(viewer)(`{ ${record}(id: "${id}") { ${field} { ${REPORT} } } }`)).data[record][field]

describe('a completed job', () => {
  let given: Awaited<ReturnType<typeof completedJob>>
  let job: GraphAnswer['data']['job']
  beforeAll(async () => {
    given = await completedJob()
    const { company } = given
    const pending = await reportOf(company.technician, 'job', given.job.uuid)
    expect(pending).toMatchObject({ status: 'PENDING', kind: 'JOB', url: null, content: null })
    expect(await makeReports(company)).toBe(2)
    job = await reportOf(company.technician, 'job', given.job.uuid)
  })

  it('has a report with its inspections, findings, signature and evidence', () => {
    expect(job).toMatchObject({ status: 'READY', kind: 'JOB' })
    const { content } = job
    expect(content).toMatchObject({
      title: 'Job report',
      timeZone: 'Europe/London',
      company: { name: 'Harbour Ltd', logoId: null },
      findings: [
        { assetCode: 'FX-1', title: 'What does it show?', severity: 'HIGH', status: 'OPEN' },
      ],
      signature: { name: 'Lee Ash', documentId: given.drawing.uuid },
    })
    expect(content.facts).toContainEqual({ label: 'Signed by', value: 'Lee Ash' })
    expect(content.inspections[0]).toMatchObject({
      inspectionId: given.inspection.uuid,
      asset: { code: 'FX-1', type: 'Extinguisher' },
      outcome: 'FAILED',
      checklist: { name: 'Monthly', version: 1 },
      sections: [
        {
          name: 'Outside',
          answers: [
            { question: 'Is the seal intact?', answer: 'Yes', condition: null, fails: false },
            { question: 'Τι περιέχει;', answer: 'Αφρός ✓' },
          ],
        },
        {
          name: 'Gauge',
          answers: [
            {
              answer: '8 bar',
              condition: 'If “Is the seal intact?” is Yes',
              fails: true,
              note: 'In the red.',
              photographs: [{ documentId: given.photo.uuid }],
            },
          ],
        },
      ],
    })
    const evidence = content.evidence as { documentId: string; sha256: string }[]
    expect(evidence.map(({ documentId }) => documentId)).toEqual([
      given.photo.uuid,
      given.drawing.uuid,
    ])
    expect(evidence[0]?.sha256).toBe(Buffer.from(given.photo.sha256).toString('hex'))
  })

  it('has a PDF that opens by its link without headers, and has the hash', async () => {
    const response = await fetch((await service()) + (job.url as string))
    const pdf = Buffer.from(await response.arrayBuffer())
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/pdf',
    ])
    expect(response.headers.get('content-disposition')).toContain('Job report 1.pdf')
    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7')
    expect(sha256Of(pdf)).toBe(job.sha256)
    // The metadata of PDF/A is not compressed.
    const text = pdf.toString('latin1')
    expect(text).toContain('<pdfaid:part>2</pdfaid:part>')
    expect(text).toContain('/OutputIntents')
    // Each font is embedded.
    const fonts = text.match(/\/Subtype \/CIDFontType2/g) ?? []
    expect(fonts.length).toBeGreaterThan(2)
    expect(text.match(/\/FontFile2/g)).toHaveLength(fonts.length)
    expect(text).not.toContain('/Subtype /Type1')
  })

  it('keeps its report when the records change, and does not make it again', async () => {
    const { company } = given
    await db.prisma.asset.updateMany({
      where: { companyId: company.companyId },
      data: { code: 'FX-2' },
    })
    await reportJob(company.technician, { id: given.job.id })
    expect(await makeReports(company)).toBe(0)
    expect(await reportOf(company.technician, 'job', given.job.uuid)).toEqual(job)
  })

  it('lists the report among its documents, which admins cannot remove', async () => {
    const { company } = given
    const { data } = await graph(company.admin)(
      `{ job(id: "${given.job.uuid}") { documents { nodes { databaseId name report signature } } } }`,
    )
    const found = data.job.documents.nodes as { databaseId: number; report: boolean }[]
    const report = found.find((each) => each.report)
    expect(found).toHaveLength(2)
    const removing = removeRecord(company.admin, 'Document', { id: report?.databaseId ?? 0 })
    expect(await errorCodesOf(removing)).toEqual(['NOT_ALLOWED id'])
  })

  it('is not shown to another company', async () => {
    const other = await newCompany(db)
    const { data } = await graph(other.admin)(`{ job(id: "${given.job.uuid}") { report { url } } }`)
    expect(data.job).toBeNull()
  })

  it('has an inspection with a report of its own', async () => {
    const report = await reportOf(given.company.admin, 'inspection', given.inspection.uuid)
    expect(report).toMatchObject({
      status: 'READY',
      kind: 'INSPECTION',
      content: { subtitle: 'FX-1 · Extinguisher', outcome: 'FAILED', signature: null },
    })
  })
})

describe('reports on request', () => {
  const inspected = async (
    overrides = {},
  ): Promise<[TestCompany, { id: number; uuid: string }]> => {
    const company = await newCompany(db)
    return [company, await newInspection(company, overrides)]
  }

  it('an inspection without answers has one when it is requested', async () => {
    const [company, { id, uuid }] = await inspected()
    expect(await reportOf(company.admin, 'inspection', uuid)).toBeNull()
    await reportInspection(company.technician, { id })
    expect(await makeReports(company)).toBe(1)
    expect(await reportOf(company.admin, 'inspection', uuid)).toMatchObject({ status: 'READY' })
  })

  it('a passed inspection has a certificate that says until when it is valid', async () => {
    const company = await newCompany(db)
    const type = await newAssetType(company, { intervalMonths: 6, name: 'Door' })
    const asset = await newAsset(company, { typeId: type.id, code: 'D-1' })
    const { id, uuid } = await newInspection(company, { assetId: asset.id })
    await certifyInspection(company.technician, { id })
    expect(await makeReports(company)).toBe(1)
    const certificate = await reportOf(company.admin, 'inspection', uuid, 'certificate')
    expect(certificate).toMatchObject({ kind: 'CERTIFICATE', content: { outcome: 'PASSED' } })
    expect(certificate.content.facts).toContainEqual({
      label: 'Valid until',
      value: '5 July 2026',
    })
  })

  it('none is requested for an inspection after which the asset has failed, unless that one is voided', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    const times = { inspectedAt: new Date('2026-01-05T10:00:00Z'), assetId }
    const passed = await newInspection(company, times)
    const failed = await newInspection(company, { ...times, outcome: 'failed' })
    const certify = () => certifyInspection(company.technician, { id: passed.id })
    expect(await errorCodesOf(certify())).toEqual(['WRONG_STATE id'])
    await voidInspection(company.admin, { id: failed.id, reason: 'Wrong asset' })
    await certify()
  })

  it('a report that is made stays when its inspection is voided; one that is not made yet is cancelled', async () => {
    const company = await newCompany(db)
    const { id } = await newInspection(company)
    await reportInspection(company.admin, { id })
    expect(await makeReports(company)).toBe(1)
    await certifyInspection(company.admin, { id })
    await voidInspection(company.admin, { id, reason: 'Wrong asset' })
    expect(await makeReports(company)).toBe(0)
    const { rows } = await db.pool.query(
      'select kind, status from report where company_id = $1 and inspection_id = $2',
      [company.companyId, id],
    )
    expect(rows).toEqual([{ kind: 'inspection', status: 'ready' }])
  })

  it('a failed one has none, nor has a job that is not completed', async () => {
    const [company, { id }] = await inspected({ outcome: 'failed' })
    expect(await errorCodesOf(certifyInspection(company.admin, { id }))).toEqual(['WRONG_STATE id'])
    const job = await newJob(company)
    expect(await errorCodesOf(reportJob(company.admin, { id: job.id }))).toEqual(['WRONG_STATE id'])
  })

  it('a site has a new one each time, with the state of its assets', async () => {
    const company = await newCompany(db)
    const site = await newSite(company, { name: 'Quay' })
    const zone = await newZone(company, { siteId: site.id })
    await newAsset(company, { zoneId: zone.id, code: 'A-1', defective: true })
    const later = new Date('2026-02-01T10:00:00Z')
    await newAsset(company, { zoneId: zone.id, code: 'A-2', nextInspection: later })
    await newDocument(company, { siteId: site.id, jobId: null })
    for (const time of ['2026-01-01T10:00:00Z', '2026-03-01T10:00:00Z']) {
      await reportSite(at(company.technician, time), { id: site.id })
      expect(await makeReports(company)).toBe(1)
    }
    const report = await reportOf(company.admin, 'site', site.uuid)
    expect(report).toMatchObject({ kind: 'SITE', createdAt: '2026-03-01T10:00:00.000Z' })
    expect(report.content.assets).toMatchObject([
      { code: 'A-1', status: 'DEFECTIVE' },
      { code: 'A-2', status: 'OVERDUE', nextInspectionDueAt: later.toISOString() },
    ])
    expect(await db.prisma.report.count({ where: { companyId: company.companyId } })).toBe(2)
  })
})
