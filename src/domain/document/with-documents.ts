import {
  type Changed,
  type Domain,
  inTransaction,
  type RecordKey,
  type TransactionDomain,
} from '../domain.js'
import { writeOrMerge } from '../record/write-or-merge.js'
import { ValidationErrors } from '../validation-errors.js'
import {
  attachUploads,
  type DocumentKey,
  type DocumentOwner,
  endPictures,
  findUpload,
  type LockedUploads,
  lockUploads,
  rejectMissing,
} from './uploads.js'

/** The most documents that one write attaches to a record. */
const MAX_DOCUMENTS = 100

/** The documents in the input of a write. */
export interface InputDocuments {
  readonly documentIds?: readonly RecordKey[] | null | undefined
  /** The picture of the record, and the name of its field. Undefined leaves it unchanged; null: none. */
  readonly picture?: { readonly field: string; readonly key: RecordKey | null | undefined }
}

/**
 * Writes a record, and attaches documents to it, in one transaction. Without documents, only writes the record. The errors of both
 * are thrown together.
 */
export async function withDocuments<Written extends Changed>(
  domain: Domain,
  owner: DocumentOwner,
  { documentIds, picture }: InputDocuments,
  write: (domain: Domain) => Promise<Written>,
): Promise<Written> {
  const given = documentIds ?? []
  const pictureKey = picture?.key
  if (given.length === 0 && pictureKey === undefined) return write(domain)
  return inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors(domain)
    if (given.length > MAX_DOCUMENTS)
      errors.add('TOO_LONG', 'documentIds', `At most ${MAX_DOCUMENTS} documents are allowed.`)
    const keys = given
      .slice(0, MAX_DOCUMENTS)
      .map((key, index): DocumentKey => ({ key, path: ['documentIds', index] }))
    const pictureKeys =
      picture && pictureKey != null ? [{ key: pictureKey, path: [picture.field] }] : []
    const uploads = await lockUploads(tx, [...keys, ...pictureKeys])
    await rejectMissing(tx, errors, uploads, [...keys, ...pictureKeys])
    checkPicture(errors, uploads, pictureKeys)
    const at = tx.now()
    const written = await writeOrMerge(tx, errors, write)

    await touchOwner(tx, owner, written.id, at)
    if (pictureKey !== undefined) await endPictures(tx, owner, written.id)
    const pictures = new Set(pictureKeys.flatMap(({ key }) => findUpload(uploads, key) ?? []))
    const found = new Set([
      ...keys.flatMap(({ key }) => findUpload(uploads, key) ?? []),
      ...pictures,
    ])
    await attachUploads(
      tx,
      owner,
      [...found].map((upload) => ({ upload, ownerId: written.id, picture: pictures.has(upload) })),
    )
    return written
  })
}

/** Sets `updated_at` of a record with new documents, unless its row has been updated since `at`. */
async function touchOwner(
  { db, viewer: { companyId } }: TransactionDomain,
  owner: DocumentOwner,
  id: number,
  at: Date,
): Promise<void> {
  const table = owner === 'User' ? 'app_user' : owner.toLowerCase()
  const key =
    owner === 'Company' ? 'id = $1 and $2::int is not null' : 'company_id = $1 and id = $2'
  await db.write({
    name: `touch-${table}`,
    text: `update ${table} set updated_at = $3 where ${key} and updated_at < $3`,
    values: [companyId, id, at],
  })
}

/** The types that browsers show in `<img>`, and that links show inline. */
const PICTURES = ['image/png', 'image/jpeg']

function checkPicture(
  errors: ValidationErrors,
  uploads: LockedUploads,
  keys: readonly DocumentKey[],
): void {
  for (const { key, path } of keys) {
    const upload = findUpload(uploads, key)
    if (upload && !PICTURES.includes(upload.contentType))
      errors.add('INVALID', path, 'A PNG or a JPEG is expected.')
  }
}
