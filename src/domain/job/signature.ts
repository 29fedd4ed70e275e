import { createHash } from 'node:crypto'
import type { Job } from '../../db/generated/prisma/client.js'
import { attachUploads, type LockedUpload, type TakeUpload } from '../document/uploads.js'
import type { RecordKey, TransactionDomain } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'

/** A drawn signature. */
export interface NewSignature {
  /** An uploaded PNG that belongs to no record yet. */
  readonly documentId: RecordKey
  /** The name of the person who signs. */
  readonly name: string
}

/**
 * Attaches a signature to the job that it completes. Returns the columns of the job, undefined if the signature is not valid. The
 * hash binds the drawing to the job, to the time of completion and to the name: if one of them were changed, it would not fit.
 */
export async function signJob(
  tx: TransactionDomain,
  errors: ValidationErrors,
  { documentId, name: given }: NewSignature,
  { job, completedAt, take }: { job: Job; completedAt: Date; take: TakeUpload },
): Promise<Pick<Job, 'signatureName' | 'signatureSha256'> | undefined> {
  const name = errors.text(['signature', 'name'], given)
  const upload = take(errors, ['signature', 'documentId'], documentId)
  if (upload && upload.contentType !== 'image/png')
    errors.add('INVALID', ['signature', 'documentId'], 'A PNG is expected.')
  if (!upload || !errors.allowWrite) return undefined
  await attachUploads(tx, 'Job', [{ upload, ownerId: job.id }])
  const { company, sha256 } = await markSignature(tx, upload)
  const { number } = job
  const hash = hashSignature({ company, number, completedAt, name, sha256 })
  const { companyId } = tx.viewer
  await tx.prisma.issuedHash.createMany({
    data: [{ hash, companyId, kind: 'signature', about: 'job', number, issuedAt: completedAt }],
  })
  return { signatureName: name, signatureSha256: hash }
}

export interface Signed {
  /** The UUID of the company. */
  readonly company: string
  /** The number of the job. */
  readonly number: number
  readonly completedAt: Date
  readonly name: string
  /** The SHA-256 hash of the PNG, in hexadecimal. */
  readonly sha256: string
}

/** The SHA-256 hash of a text with one fact a line, which docs/reports.md describes. */
export const hashSignature = ({ company, number, completedAt, name, sha256 }: Signed) =>
  new Uint8Array(
    createHash('sha256')
      .update(
        [
          'field-inspection-service signature 1',
          `company ${company}`,
          `job ${number}`,
          `completed ${completedAt.toISOString()}`,
          `name ${name}`,
          `png ${sha256}`,
        ].join('\n'),
      )
      .digest(),
  )

/** Marks the document, which then cannot be removed. */
async function markSignature({ db, viewer }: TransactionDomain, { id }: LockedUpload) {
  const { rows } = await db.write<Pick<Signed, 'company' | 'sha256'>>({
    name: 'mark-signature',
    text: MARK,
    values: [viewer.companyId, id],
  })
  if (!rows[0]) throw new Error('expected the locked document of a signature')
  return rows[0]
}

const MARK = `
update document d set signature = true
from company c
where d.company_id = $1 and d.id = $2 and c.id = $1
returning c.uuid as company, encode(d.sha256, 'hex') as sha256`
