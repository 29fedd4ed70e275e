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

type Path = readonly (string | number)[]

/** A key of a document in an input, and its path there. */
export interface DocumentKey {
  readonly path: Path
  readonly key: RecordKey
}

/** The documents that were found, by their UUIDs. */
export type LockedUploads = ReadonlyMap<string, LockedUpload>

/**
 * Finds and locks documents that belong to no record. A transaction locks them before all other records. Whatever attaches
 * or deletes a document locks its row in `document_upload`, so each document gets at most one owner.
 */
export async function lockUploads(
  { db, viewer }: TransactionDomain,
  keys: readonly DocumentKey[],
): Promise<LockedUploads> {
  const uuids = uuidsOf(keys)
  if (uuids.length === 0) return new Map()
  const { rows } = await db.write<LockedUpload & Record<string, unknown>>({
    name: 'lock-uploads',
    text: LOCK,
    values: [viewer.companyId, uuids],
  })
  return new Map(rows.map((row) => [row.uuid, row]))
}

const uuidsOf = (keys: readonly DocumentKey[]) => [
  ...new Set(keys.flatMap(({ key }) => (isUuid(key) ? String(key).toLowerCase() : []))),
]

const LOCK = `
select d.id, d.uuid, d.content_type as "contentType", u.key
from document_upload u join document d on d.company_id = $1 and d.content_key = u.key
where u.company_id = $1 and d.uuid = any($2::uuid[]) and d.deleted_at is null
order by u.key for update of u`

export const findUpload = (uploads: LockedUploads, key: RecordKey) =>
  uploads.get(String(key).toLowerCase())

/**
 * Adds an error for each key without a locked document: TAKEN if the document belongs to a record, otherwise NOT_FOUND.
 */
export async function rejectMissing(
  { db, viewer }: TransactionDomain,
  errors: ValidationErrors,
  uploads: LockedUploads,
  keys: readonly DocumentKey[],
): Promise<void> {
  const missing = keys.filter(({ key }) => !findUpload(uploads, key))
  if (missing.length === 0) return
  const { rows } = await db.read<{ uuid: string }>({
    name: 'find-documents',
    text: 'select uuid from document where company_id = $1 and uuid = any($2::uuid[]) and deleted_at is null',
    values: [viewer.companyId, uuidsOf(missing)],
  })
  const found = new Set(rows.map(({ uuid }) => uuid))
  for (const { key, path } of missing) {
    if (found.has(String(key).toLowerCase()))
      errors.add('TAKEN', path, 'The document belongs to a record already.')
    else errors.add('NOT_FOUND', path, notFoundMessage('Document'))
  }
}

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
  { db, viewer: { companyId }, now }: TransactionDomain,
  owner: DocumentOwner,
  attachments: readonly Attachment[],
): Promise<void> {
  if (attachments.length === 0) return
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
  await db.write({
    name: 'end-uploads',
    text: 'delete from document_upload where company_id = $1 and key = any($2::uuid[])',
    values: [companyId, attachments.map(({ upload }) => upload.key)],
  })
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
