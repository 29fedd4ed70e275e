import { authorise } from '../access/authorise.js'
import { isAccepted, newUuidOf } from '../chosen-id/chosen-id.js'
import { claimIds } from '../chosen-id/claim-ids.js'
import { type Domain, transaction, type TransactionDomain } from '../domain.js'
import { DomainError } from '../errors.js'
import { requireFound } from '../record/require-record.js'
import { violatedUniqueConstraint } from '../record/unique-constraint.js'
import { ValidationErrors } from '../validation-errors.js'
import { discardContents } from './content.js'
import { uploadedFiles } from './content-type.js'
import { checkDocumentName } from './document-name.js'
import { checkQuota } from './quota.js'
import { checkPixels, imageColumns } from './image-columns.js'
import type { ImageFacts, Measure } from './image-facts.js'
import { MAX_FILE_BYTES, receiveContent } from './receive-content.js'

export interface NewDocument {
  /** The file name that the client gave; folders are dropped. */
  readonly name: string
  readonly content: AsyncIterable<Buffer>
  /** The id that the client chose. Undefined: none. */
  readonly id?: string | undefined
  readonly measure?: Measure
}

export interface CreatedDocument {
  readonly uuid: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: Uint8Array<ArrayBuffer>
}

/** A document, and whether this upload has created it. */
export interface Upload {
  readonly document: CreatedDocument
  readonly isNew: boolean
}

/**
 * Stores a file that belongs to no record yet. With the id of an existing document and the same content, returns that
 * document, so that a client can send the upload again. Throws INVALID.
 */
export async function createDocument(domain: Domain, input: NewDocument): Promise<Upload> {
  authorise(domain.viewer, 'createDocument')
  const { measure, content } = input
  const received = await receiveContent(domain, input.name, uploadedFiles, content, measure)
  const { key, size, sha256, contentType, image } = received
  let isStored = false
  try {
    const errors = new ValidationErrors(domain)
    const uuid = checkId(errors, input.id)
    const name = checkDocumentName(errors, ['file'], input.name)
    if (size > MAX_FILE_BYTES)
      errors.add('TOO_LONG', 'file', `At most ${MAX_FILE_BYTES} bytes are allowed.`)
    else if (size === 0) errors.add('INVALID', 'file', 'The file is empty.')
    else if (contentType === undefined)
      errors.add('INVALID', 'file', `A file of one of these types is expected: ${TYPES}.`)
    checkPixels(errors, ['file'], image)
    errors.throwIfAny()
    const data = { uuid, name, size, sha256, contentType: contentType ?? '', contentKey: key ?? '' }
    const upload = await insertOnce(domain, { ...data, image }, input.id !== undefined)
    isStored = upload.isNew
    return upload
  } finally {
    if (!isStored && key !== undefined) await discardContents(domain, [key]).catch(() => undefined)
  }
}

const TYPES = Object.keys(uploadedFiles).join(', ')

function checkId(errors: ValidationErrors, given: string | undefined): string {
  if (given !== undefined && !isAccepted({ id: given }))
    errors.add('INVALID', 'id', 'A UUID of version 4 or 7 is expected.')
  return newUuidOf({ id: given })
}

interface NewRow extends CreatedDocument {
  readonly contentKey: string
  readonly image: ImageFacts | undefined
}

/** Inserts the document, unless it exists already. `isChosen`: the client chose the id. */
async function insertOnce(domain: Domain, data: NewRow, isChosen: boolean): Promise<Upload> {
  const insert = () => transaction(domain, (tx) => insertInto(tx, data, isChosen))
  try {
    return await insert()
  } catch (error) {
    // A concurrent upload with the same id has ended first.
    if (!isChosen || !violatedUniqueConstraint(error)) throw error
    return insert()
  }
}

async function insertInto(tx: TransactionDomain, data: NewRow, isChosen: boolean): Promise<Upload> {
  const { companyId, userId } = tx.viewer
  if (isChosen) {
    const claim = { id: data.uuid, sha256: data.sha256.toString() }
    const claims = await claimIds(tx, 'Document', [claim])
    const found = await tx.prisma.document.findUnique({
      where: { companyId_uuid: { companyId, uuid: data.uuid } },
      select: { ...SELECTED, deletedAt: true },
    })
    if (found) {
      const { uuid, name, contentType, size, sha256 } = requireFound('Document', found, isRemoved)
      if (!sha256 || !data.sha256.every((byte, index) => byte === sha256[index])) throw taken()
      return { document: { uuid, name, contentType, size, sha256 }, isNew: false }
    }
    const errors = new ValidationErrors(tx)
    claims.find(errors, claim)
    if (!errors.allowWrite) throw taken()
  }
  const errors = new ValidationErrors(tx)
  await checkQuota(tx, errors, ['file'], data.size)
  errors.throwIfAny()
  const { image, ...columns } = data
  await tx.prisma.document.create({
    data: { ...columns, ...(await imageColumns(tx, image)), companyId, userId },
    select: { id: true },
  })
  return { document: data, isNew: true }
}

const SELECTED = { uuid: true, name: true, contentType: true, size: true, sha256: true }

const isRemoved = ({ deletedAt }: { readonly deletedAt: Date | null }) => deletedAt !== null

function taken(): DomainError {
  const message = 'Another record has this id.'
  return new DomainError('INVALID', message, [{ code: 'TAKEN', path: ['id'], message }])
}
