import { validate as isUuid } from 'uuid'
import type { RecordKey, TransactionDomain } from '../domain.js'
import { notFoundMessage } from '../noun.js'
import type { ValidationErrors } from '../validation-errors.js'

/** The column of a document with the record that it belongs to, by the record's model. */
export const OWNERS = {
  Asset: 'asset_id',
  Client: 'client_id',
  Company: 'of_company',
  Finding: 'finding_id',
  Inspection: 'inspection_id',
  Job: 'job_id',
  Site: 'site_id',
  User: 'of_user_id',
} as const

export type DocumentOwner = keyof typeof OWNERS

/** A document that belongs to no record, and that the transaction has locked. */
export interface LockedUpload {
  readonly id: number
  readonly uuid: string
  readonly contentType: string
  /** The key of its content. */
  readonly key: string
}

/**
 * The locked document of a key in an input. Undefined if it cannot be attached: then adds the error TAKEN if it belongs to a record
 * already, otherwise NOT_FOUND.
 */
export type TakeUpload = (
  errors: ValidationErrors,
  path: readonly (string | number)[],
  key: RecordKey,
) => LockedUpload | undefined

/**
 * Finds and locks documents that belong to no record. A transaction locks them before all other records. Whatever attaches
 * or deletes a document locks its row in `document_upload`, so each document gets at most one owner. Sends no statement without keys.
 */
export async function lockUploads(
  { db, viewer }: TransactionDomain,
  keys: readonly RecordKey[],
): Promise<TakeUpload> {
  const uuids = [...new Set(keys.map(uuidOf).filter((key) => isUuid(key)))]
  const find = async <Row extends { readonly uuid: string }>(
    name: string,
    text: string,
    wanted: readonly string[],
  ) => {
    if (wanted.length === 0) return new Map<string, Row>()
    const { rows } = await db.write<Row>({ name, text, values: [viewer.companyId, wanted] })
    return new Map(rows.map((row) => [row.uuid, row]))
  }
  const locked = await find<LockedUpload>('lock-uploads', LOCK, uuids)
  const missing = uuids.filter((uuid) => !locked.has(uuid))
  const attached = await find<{ uuid: string }>('find-attached-documents', FIND_ATTACHED, missing)
  return (errors, path, key) => {
    const upload = locked.get(uuidOf(key))
    if (upload) return upload
    if (attached.has(uuidOf(key)))
      errors.add('TAKEN', path, 'The document belongs to a record already.')
    else errors.add('NOT_FOUND', path, notFoundMessage('Document'))
    return undefined
  }
}

export const uuidOf = (key: RecordKey) => String(key).toLowerCase()

const LOCK = `
select d.id, d.uuid, d.content_type as "contentType", u.key
from document_upload u join document d on d.company_id = $1 and d.content_key = u.key
where u.company_id = $1 and d.uuid = any($2::uuid[]) and d.deleted_at is null
order by u.key for update of u`

const FIND_ATTACHED =
  'select uuid from document where company_id = $1 and uuid = any($2::uuid[]) and deleted_at is null'

/** A document, and the record that it is to belong to. */
export interface Attachment {
  readonly upload: LockedUpload
  readonly ownerId: number
  readonly questionId?: string
  /** Whether the document becomes the picture of its owner. */
  readonly picture?: boolean
}

/** Attaches locked documents to records of one model. */
export async function attachUploads(
  tx: TransactionDomain,
  owner: DocumentOwner,
  attachments: readonly Attachment[],
): Promise<void> {
  if (attachments.length === 0) return
  const { db, now } = tx
  const { companyId } = tx.viewer
  const value = owner === 'Company' ? 'true' : 'a.owner'
  await db.write({
    name: `attach-uploads-${owner}`,
    text: `
      update document d set ${OWNERS[owner]} = ${value}, question_id = a.question, picture = a.picture, updated_at = $6
      from unnest($2::int[], $3::int[], $4::uuid[], $5::boolean[]) a (id, owner, question, picture)
      where d.company_id = $1 and d.id = a.id`,
    values: [
      companyId,
      attachments.map(({ upload }) => upload.id),
      attachments.map(({ ownerId }) => ownerId),
      attachments.map(({ questionId }) => questionId ?? null),
      attachments.map(({ picture }) => picture ?? false),
      now(),
    ],
  })
  await endUploads(
    tx,
    attachments.map(({ upload }) => upload.key),
  )
}

/** From now on, a record keeps the content of these keys. Throws if the cleanup has deleted any of it. */
export async function endUploads(
  { db, viewer: { companyId } }: TransactionDomain,
  keys: readonly string[],
): Promise<void> {
  const { rowCount } = await db.write({
    name: 'end-uploads',
    text: 'delete from document_upload where company_id = $1 and key = any($2::uuid[])',
    values: [companyId, keys],
  })
  if (rowCount !== keys.length)
    throw new Error('expected announced files, but some have been deleted')
}

/** Ends that documents are the picture of their owner. They still belong to it. */
export async function endPictures(
  { db, viewer: { companyId }, now }: TransactionDomain,
  owner: DocumentOwner,
  ownerId: number,
): Promise<void> {
  const isOwned =
    owner === 'Company' ? '$2::int is not null and of_company' : `${OWNERS[owner]} = $2`
  await db.write({
    name: `end-pictures-${owner}`,
    text: `update document set picture = false, updated_at = $3 where company_id = $1 and ${isOwned} and picture`,
    values: [companyId, ownerId, now()],
  })
}
