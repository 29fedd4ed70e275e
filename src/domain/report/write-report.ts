import { type Domain, transaction } from '../domain.js'
import { officeFiles } from '../document/content-type.js'
import { discardContents, PART_BYTES } from '../document/content.js'
import { receiveContent } from '../document/receive-content.js'
import { endUploads } from '../document/uploads.js'
import { v7 as newUuid } from 'uuid'
import type { BuiltReport } from './build-report.js'
import type { ClaimedReport } from './claim-report.js'

export interface MadeReport extends BuiltReport {
  readonly pdf: Uint8Array
  readonly contentSha256: Uint8Array<ArrayBuffer>
}

/**
 * Stores the PDF as a document of the record, and makes the report ready, in one transaction. Does nothing if another attempt has begun
 * meanwhile. The content is stored before; if the process stops between, the cleanup deletes it, as any upload that no record keeps.
 */
export async function writeReport(
  domain: Domain,
  claimed: ClaimedReport,
  { content, number, pdf, contentSha256 }: MadeReport,
): Promise<void> {
  const name = `${content.title} ${number}.pdf`
  const stored = await receiveContent(domain, name, officeFiles, partsOf(pdf))
  const { key, size, sha256, contentType } = stored
  if (key === undefined || contentType === undefined)
    throw new Error('expected a PDF that can be stored')
  const { companyId, uuid, kind, inspectionId, jobId, siteId, userId, attempts } = claimed
  const isWritten = await transaction(domain, async (tx) => {
    const { db, prisma, now } = tx
    const { rows } = await db.write({
      name: 'lock-report',
      text: `select uuid from report
        where company_id = $1::int and uuid = $2::uuid and status = 'pending' and attempts = $3::int for update`,
      values: [companyId, uuid, attempts],
    })
    if (rows.length === 0) return false
    await endUploads(tx, [key])
    const document = await prisma.document.create({
      data: {
        ...{ companyId, uuid: newUuid(), inspectionId, jobId, siteId, report: true },
        ...{ name, contentType, size, sha256, contentKey: key, userId },
      },
      select: { id: true },
    })
    await prisma.report.update({
      where: { companyId_uuid: { companyId, uuid } },
      data: { status: 'ready', content, contentSha256, documentId: document.id },
      select: { uuid: true },
    })
    const issued = { companyId, about: kind, number, issuedAt: now() }
    await prisma.issuedHash.createMany({
      data: [
        { ...issued, hash: sha256, kind: 'file' },
        { ...issued, hash: contentSha256, kind: 'content' },
      ],
      skipDuplicates: true,
    })
    return true
  })
  if (!isWritten) await discardContents(domain, [key])
}

async function* partsOf(pdf: Uint8Array): AsyncGenerator<Buffer> {
  for (let start = 0; start < pdf.byteLength; start += PART_BYTES)
    yield Buffer.from(pdf.subarray(start, start + PART_BYTES))
}
