import { createHash } from 'node:crypto'
import type { Database } from '../../db/connect.js'
import type { Log } from '../../log/log.js'
import { type DocumentContent, readDocument } from '../document/read-content.js'
import { createDomain, type Domain, queryRows } from '../domain.js'
import { buildReport } from './build-report.js'
import { claimReport, type ClaimedReport, delayReport, LEASE_MS } from './claim-report.js'
import type { ImageToShow, ReportRenderer } from './renderer.js'
import { writeReport } from './write-report.js'

export interface ReportServices {
  readonly db: Database
  readonly renderer: ReportRenderer
  readonly log: Log
  /** By default five minutes. */
  readonly leaseMs?: number
}

/** Makes the next report that is due. Returns whether there was one. */
export async function makeNextReport(services: ReportServices): Promise<boolean> {
  const { db, renderer, log, leaseMs = LEASE_MS } = services
  const claimed = await claimReport(db, leaseMs)
  if (!claimed) return false
  try {
    await makeReport(db, renderer, claimed)
  } catch (error) {
    log.warn(
      { err: error, report: claimed.uuid, attempts: claimed.attempts },
      'A report could not be made; it is tried again',
    )
    await delayReport(db, claimed)
  }
  return true
}

async function makeReport(db: Database, renderer: ReportRenderer, claimed: ClaimedReport) {
  const { companyId, userId, createdAt } = claimed
  const actor = { user: userId, operation: 'makeReport' }
  const domain = createDomain(db.forCaller({ actor }), { companyId, userId, role: 'admin' })
  const built = await buildReport(domain, claimed)
  const hash = createHash('sha256').update(JSON.stringify(built.content)).digest()
  const pdf = await renderer.render({
    content: built.content,
    contentSha256: hash.toString('hex'),
    createdAt,
    findImage: (documentId) => findImage(domain, documentId),
  })
  await writeReport(domain, claimed, { ...built, pdf, contentSha256: new Uint8Array(hash) })
}

async function findImage(domain: Domain, uuid: string): Promise<ImageToShow | undefined> {
  const [found] = await queryRows<DocumentContent & Pick<ImageToShow, 'contentType'>>(domain, {
    name: 'find-report-image',
    text: `select d.content_type as "contentType", d.content_key as "contentKey",
        case when d.content_key is null then d.content end as content
      from document d where d.company_id = $1::int and d.uuid = $2::uuid`,
    values: [domain.viewer.companyId, uuid],
  })
  return found && { contentType: found.contentType, read: () => readDocument(domain, found) }
}
