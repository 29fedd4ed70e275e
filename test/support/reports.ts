import { createHash } from 'node:crypto'
import { createDocument } from '../../src/domain/document/create-document.js'
import type { Domain } from '../../src/domain/domain.js'
import { makeNextReport } from '../../src/domain/report/make-next-report.js'
import type { ReportRenderer } from '../../src/domain/report/renderer.js'
import { openRenderer } from '../../src/reports/open-renderer.js'
import { afterFile } from './after-file.js'
import type { TestCompany } from './builders.js'
import { serviceDatabaseOf } from './service-database.js'
import { silentLog } from './silent-log.js'

let opened: ReportRenderer | undefined
afterFile(async () => {
  await opened?.close()
  opened = undefined
})

/** The renderer of the service, with its thread. */
export const renderer = () => (opened ??= openRenderer())

/** What an instance makes reports with. */
export const reportServices = ({ db }: Pick<TestCompany, 'db'>) => ({
  db: serviceDatabaseOf(db),
  renderer: renderer(),
  log: silentLog,
})

/** Makes all reports of a company that are due, and leaves those of other companies for later. Returns how many. */
export async function makeReports(company: TestCompany, services = reportServices(company)) {
  await leaveOthers(company)
  let made = 0
  while (await makeNextReport(services)) made += 1
  return made
}

export const leaveOthers = ({ db, companyId }: TestCompany) =>
  db.pool.query(
    `update report set next_attempt_at = now() + interval '1 day' where company_id <> $1 and status = 'pending'`,
    [companyId],
  )

/** Uploads a file that belongs to no record yet. */
export async function upload(domain: Domain, name: string, content: Buffer) {
  async function* parts() {
    yield content
  }
  const { document } = await createDocument(domain, { name, content: parts() })
  return document
}

export const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
