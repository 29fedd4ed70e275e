import { type Changed, type Domain, inTransaction, type RecordKey } from '../domain.js'
import { writeOrMerge } from '../record/write-or-merge.js'
import { ValidationErrors } from '../validation-errors.js'
import {
  attachUploads,
  type DocumentOwner,
  findUpload,
  lockUploads,
  rejectMissing,
} from './uploads.js'

/** The most documents that one write attaches to a record. */
const MAX_DOCUMENTS = 100

/**
 * Writes a record, and attaches documents to it, in one transaction. Without documents, only writes the record. The errors of both
 * are thrown together.
 */
export async function withDocuments<Written extends Changed>(
  domain: Domain,
  owner: DocumentOwner,
  documentIds: readonly RecordKey[] | null | undefined,
  write: (domain: Domain) => Promise<Written>,
): Promise<Written> {
  if (!documentIds || documentIds.length === 0) return write(domain)
  return inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors(domain)
    if (documentIds.length > MAX_DOCUMENTS)
      errors.add('TOO_LONG', 'documentIds', `At most ${MAX_DOCUMENTS} documents are allowed.`)
    const keys = documentIds
      .slice(0, MAX_DOCUMENTS)
      .map((key, index) => ({ key, path: ['documentIds', index] }))
    const uploads = await lockUploads(tx, keys)
    await rejectMissing(tx, errors, uploads, keys)
    const written = await writeOrMerge(tx, errors, write)
    const found = new Set(keys.flatMap(({ key }) => findUpload(uploads, key) ?? []))
    const attachments = [...found].map((upload) => ({ upload, ownerId: written.id }))
    await attachUploads(tx, owner, attachments)
    return written
  })
}
