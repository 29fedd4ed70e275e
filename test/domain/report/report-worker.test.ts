import { describe, expect, it } from 'vitest'
import { createDomain } from '../../../src/domain/domain.js'
import { buildReport } from '../../../src/domain/report/build-report.js'
import { claimReport } from '../../../src/domain/report/claim-report.js'
import { makeNextReport } from '../../../src/domain/report/make-next-report.js'
import type { ReportRenderer } from '../../../src/domain/report/renderer.js'
import { startReportWorker } from '../../../src/domain/report/report-worker.js'
import { reportInspection } from '../../../src/domain/report/request-report.js'
import { writeReport } from '../../../src/domain/report/write-report.js'
import { openRenderer } from '../../../src/reports/open-renderer.js'
import { newAsset, newCompany, newInspection, type TestCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { leaveOthers, reportServices } from '../../support/reports.js'
import { serviceDatabaseOf } from '../../support/service-database.js'
import { silentLog } from '../../support/silent-log.js'

const db = testDatabase()

async function companyWithReports(count: number) {
  const company = await newCompany(db)
  const { id: assetId } = await newAsset(company)
  for (let index = 0; index < count; index += 1) {
    const { id } = await newInspection(company, { assetId })
    await reportInspection(company.technician, { id })
  }
  await leaveOthers(company)
  return company
}

const stateOf = async ({ companyId }: TestCompany) => {
  const reports = await db.prisma.report.findMany({ where: { companyId } })
  const documents = await db.prisma.document.count({ where: { companyId, report: true } })
  const uploads = await db.prisma.documentUpload.count({ where: { companyId } })
  const statuses = reports.map(({ status }) => status)
  return { statuses: [...new Set(statuses)], reports: reports.length, documents, uploads }
}

describe('the worker of reports', () => {
  it('makes each report once, with several instances', async () => {
    const company = await companyWithReports(8)
    const instances = Array.from({ length: 3 }, () => ({
      ...{ db: serviceDatabaseOf(db), renderer: openRenderer(), log: silentLog },
    }))
    const stops = instances.map((services) => startReportWorker(services, 50))
    const isDone = async () => (await stateOf(company)).statuses.join() === 'ready'
    while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 50))
    for (const stop of stops) await stop()
    expect(await stateOf(company)).toEqual({
      ...{ statuses: ['ready'], reports: 8, documents: 8, uploads: 0 },
    })
  })

  it('makes a report again whose instance has stopped, and an attempt that ends later changes nothing', async () => {
    const company = await companyWithReports(1)
    const services = reportServices(company)
    const first = await claimReport(services.db, 0)
    expect(first?.attempts).toBe(1)
    expect(await makeNextReport(services)).toBe(true)
    const made = await db.prisma.report.findFirstOrThrow({
      where: { companyId: company.companyId },
    })
    expect(made).toMatchObject({ status: 'ready', attempts: 2 })

    const { companyId, userId } = first!
    const domain = createDomain(services.db, { companyId, userId, role: 'admin' })
    const pdf = Buffer.from('%PDF-1.7\nlate')
    const contentSha256 = new Uint8Array(32)
    await writeReport(domain, first!, {
      ...(await buildReport(domain, first!)),
      pdf,
      contentSha256,
    })
    expect(
      await db.prisma.report.findFirstOrThrow({ where: { companyId: company.companyId } }),
    ).toEqual(made)
    expect(await stateOf(company)).toMatchObject({ documents: 1, uploads: 0 })
  })

  it('does not claim a report that another instance is making', async () => {
    const company = await companyWithReports(1)
    const services = reportServices(company)
    expect(await claimReport(services.db, 60_000)).toBeDefined()
    expect(await claimReport(services.db, 60_000)).toBeUndefined()
  })

  it('tries again later if it fails, at most ten times, and then if it is requested again', async () => {
    const company = await companyWithReports(1)
    const renderer: ReportRenderer = {
      render: () => Promise.reject(new Error('no memory')),
      close: () => Promise.resolve(),
    }
    const services = { ...reportServices(company), renderer }
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect(await makeNextReport(services)).toBe(true)
      const { companyId } = company
      const report = await db.prisma.report.findFirstOrThrow({ where: { companyId } })
      expect(report).toMatchObject({
        attempts: attempt,
        status: attempt === 10 ? 'failed' : 'pending',
      })
      expect(+report.nextAttemptAt).toBeGreaterThan(Date.now() + 50_000)
      await db.prisma.report.updateMany({
        where: { companyId },
        data: { nextAttemptAt: new Date() },
      })
    }
    expect(await makeNextReport(services)).toBe(false)

    const { companyId } = company
    const inspection = await db.prisma.inspection.findFirstOrThrow({ where: { companyId } })
    await reportInspection(company.technician, { id: inspection.uuid })
    await makeNextReport(services)
    const next = await db.prisma.report.findFirstOrThrow({ where: { companyId } })
    expect(next).toMatchObject({ attempts: 11, status: 'pending' })
    expect(+next.nextAttemptAt).toBeLessThan(Date.now() + 100_000)
    await db.prisma.report.updateMany({
      where: { companyId },
      data: { nextAttemptAt: new Date() },
    })
    expect(await makeNextReport(reportServices(company))).toBe(true)
    const made = { statuses: ['ready'], reports: 1, documents: 1, uploads: 0 }
    expect(await stateOf(company)).toEqual(made)
    // A report that is ready stays.
    await reportInspection(company.technician, { id: inspection.uuid })
    expect(await makeNextReport(reportServices(company))).toBe(false)
    expect(await stateOf(company)).toEqual(made)
  })
})
