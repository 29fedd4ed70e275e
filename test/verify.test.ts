import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { voidInspection } from '../src/domain/inspection/void-inspection.js'
import { completeJob } from '../src/domain/job/complete-job.js'
import { certifyInspection } from '../src/domain/report/request-report.js'
import {
  at,
  newCompany,
  newInspection,
  newJob,
  newUpload,
  type TestCompany,
} from './support/builders.js'
import { testDatabase } from './support/database.js'
import { graph, type GraphAnswer, service, startService } from './support/graphql.js'
import { makeReports } from './support/reports.js'

const db = testDatabase()
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const TIME = '2030-01-07T09:00:00.000Z'

const ask = async (hash: string, headers = {}) =>
  fetch(`${await service()}/verify/${hash}`, { headers })
const json = async (hash: string): Promise<unknown> => (await ask(hash)).json()

let company: TestCompany
let job: GraphAnswer['data']['job']
beforeAll(async () => {
  company = await newCompany(db)
  const { id, uuid } = await newJob(company, { status: 'in_progress' })
  const { uuid: documentId } = await newUpload(company)
  const signature = { documentId, name: 'Lee' }
  await completeJob(at(company.technician, TIME), { id, signature })
  await db.prisma.report.updateMany({
    where: { companyId: company.companyId },
    data: { nextAttemptAt: new Date() },
  })
  await makeReports(company)
  const fields = 'signature { sha256 } report { sha256 contentSha256 }'
  job = (await graph(company.admin)(`{ job(id: "${uuid}") { number ${fields} } }`)).data.job
})

it('confirms a signature, the PDF of a report, and the fingerprint on its pages, without credentials', async () => {
  const { signature, report, number } = job
  const issued = { issued: true, about: 'job', number }
  expect(await json(signature.sha256)).toEqual({
    ...{ hash: signature.sha256, ...issued, kind: 'signature' },
    ...{ issuedAt: TIME, voided: false },
  })
  expect(await json(report.sha256)).toMatchObject({ ...issued, kind: 'report' })
  expect(await json(report.contentSha256.toUpperCase())).toMatchObject({
    ...{ hash: report.contentSha256, ...issued, kind: 'report_content' },
  })
})

it('says whether the inspection of a certificate was voided since', async () => {
  const { id, uuid } = await newInspection(company)
  await certifyInspection(company.technician, { id })
  await makeReports(company)
  const query = `{ inspection(id: "${uuid}") { certificate { sha256 } } }`
  const { sha256 } = (await graph(company.admin)(query)).data.inspection.certificate
  expect(await json(sha256)).toMatchObject({ about: 'certificate', number: id, voided: false })
  await voidInspection(company.admin, { id, reason: 'Wrong asset' })
  expect(await json(sha256)).toMatchObject({ issued: true, voided: true })
  expect(await (await ask(sha256, HTML)).text()).toContain('the inspection was voided since')
})

it('has the same properties for a hash that was not issued, and for a text that is none', async () => {
  const properties = Object.keys((await json(job.report.sha256)) as object)
  for (const hash of [randomBytes(32).toString('hex'), 'nonsense', `${job.report.sha256}0`]) {
    const answer = (await json(hash)) as Record<string, unknown>
    expect(Object.keys(answer)).toEqual(properties)
    expect(answer).toMatchObject({ issued: false, kind: null, number: null, issuedAt: null })
  }
})

it('is a page for browsers, without scripts', async () => {
  const found = await ask(job.report.sha256, HTML)
  expect(found.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(found.headers.get('vary')).toContain('accept')
  expect(await found.text()).toContain(`the report about job ${job.number}`)
  const other = await (await ask(encodeURIComponent('<script>'), HTML)).text()
  expect(other).toContain('Not issued')
  expect(other).not.toContain('<script>')
})

it('answers a network at most 60 times a minute', async () => {
  const address = await startService()
  const statuses = []
  for (let count = 0; count < 61; count += 1)
    statuses.push((await fetch(`${address}/verify/${job.report.sha256}`)).status)
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]))
  expect(statuses[60]).toBe(429)
})

it('has no other method', async () => {
  const response = await fetch(`${await service()}/verify/x`, { method: 'POST' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})
