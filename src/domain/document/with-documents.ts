import type { NewAnswer } from '../checklist/checklist-answers.js'
import { modelOf } from '../../db/read/model.js'
import {
  type Changed,
  type Domain,
  inTransaction,
  type RecordKey,
  type TransactionDomain,
} from '../domain.js'
import { writeOrMerge } from '../record/write-or-merge.js'
import { ValidationErrors } from '../validation-errors.js'
import { SHOWN_TYPES } from './content-type.js'
import { attachUploads, type DocumentOwner, endPictures, lockUploads, uuidOf } from './uploads.js'

/** The most documents that one write attaches to a record. */
const MAX_DOCUMENTS = 100

/** The documents in the input of a write. */
export interface InputDocuments {
  readonly documentIds?: readonly RecordKey[] | null | undefined
  /** The answers in the input, whose photographs the write attaches itself. */
  readonly answers?: readonly Pick<NewAnswer, 'photoIds'>[] | null | undefined
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
  { documentIds, answers, picture }: InputDocuments,
  write: (domain: Domain) => Promise<Written>,
): Promise<Written> {
  const given = documentIds ?? []
  const pictureKey = picture?.key
  if (given.length === 0 && pictureKey === undefined) return write(domain)
  return inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors(domain)
    if (given.length > MAX_DOCUMENTS)
      errors.add('TOO_LONG', 'documentIds', `At most ${MAX_DOCUMENTS} documents are allowed.`)
    const keys = given.slice(0, MAX_DOCUMENTS)
    const take = await lockUploads(tx, pictureKey == null ? keys : [...keys, pictureKey])
    const photographs = new Set(answers?.flatMap(({ photoIds }) => photoIds ?? []).map(uuidOf))
    const uploads = new Set(
      keys.flatMap((key, index) =>
        photographs.has(uuidOf(key)) ? [] : (take(errors, ['documentIds', index], key) ?? []),
      ),
    )
    const pictured =
      picture && pictureKey != null ? take(errors, [picture.field], pictureKey) : undefined
    if (picture && pictured && !SHOWN_TYPES.includes(pictured.contentType))
      errors.add('INVALID', [picture.field], 'A PNG or a JPEG is expected.')
    if (pictured) uploads.add(pictured)
    const written = await writeOrMerge(tx, errors, write)

    await touchOwner(tx, owner, written.id)
    if (pictureKey !== undefined) await endPictures(tx, owner, written.id)
    await attachUploads(
      tx,
      owner,
      [...uploads].map((upload) => ({ upload, ownerId: written.id, picture: upload === pictured })),
    )
    return written
  })
}

/** Raises `updated_at` of a record with new documents. */
async function touchOwner(
  { db, now, viewer: { companyId } }: TransactionDomain,
  owner: DocumentOwner,
  id: number,
): Promise<void> {
  const { table, tenant } = modelOf(owner)
  await db.write({
    name: `touch-${table}`,
    text: `update ${table} set updated_at = $3 where ${tenant} = $1 and id = $2`,
    values: [companyId, id, now()],
  })
}
