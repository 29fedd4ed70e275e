import { PLACES, type Place, type StoreName } from '../../storage/stores.js'
import { ObjectMissingError } from '../../storage/object-store.js'
import type { Domain } from '../domain.js'
import type { Operator } from '../operator.js'
import { checkContent, DamagedContentError } from './move-content.js'
import type { DocumentProblem } from './move-documents.js'
import { hasContent, objectName } from './objects.js'
import { readContent } from './read-content.js'
import { domainsOfCompanies, type StoredContent, storedContents } from './stored-contents.js'

/** How much a place has. */
export interface PlaceFigures {
  readonly place: Place
  documents: number
  bytes: number
  /** Objects that are being written, or wait for their deletion. */
  unfinished: number
}

/** Counts the documents in each place, of all companies. */
export async function countDocuments(operator: Operator): Promise<readonly PlaceFigures[]> {
  const figures = PLACES.map((place) => ({ place, documents: 0, bytes: 0, unfinished: 0 }))
  for await (const { db, viewer } of domainsOfCompanies(operator)) {
    const { rows } = await db.read<PlaceFigures>({
      name: 'count-documents',
      text: COUNT,
      values: [viewer.companyId],
    })
    for (const row of rows) {
      const sum = figures.find(({ place }) => place === row.place)
      if (!sum) continue
      sum.documents += row.documents
      sum.bytes += row.bytes
      sum.unfinished += row.unfinished
    }
  }
  return figures
}

/** Whether the database names an object in any store. */
export async function knowsObjects(operator: Operator): Promise<boolean> {
  const figures = await countDocuments(operator)
  return figures.some(
    ({ place, documents, unfinished }) => place !== 'database' && documents + unfinished > 0,
  )
}

const COUNT = `
select coalesce(o.store, 'database') as place, count(*)::int as documents, sum(d.size)::float8 as bytes, 0 as unfinished
from document d
left join document_object o on ${hasContent('d.content_key')}
where d.company_id = $1 group by 1
union all
select o.store, 0, 0, count(*)::int from document_object o
where o.company_id = $1 and (o.stored_at is null or o.condemned_at is not null) group by 1`

/**
 * Checks that the content of each document is where its row says: its size, or with `read` all of its bytes. Calls `onProblem` for each
 * document without it. Returns the number of documents that were checked.
 */
export async function checkDocuments(
  operator: Operator,
  read: boolean,
  onProblem: (problem: DocumentProblem) => void,
): Promise<number> {
  let checked = 0
  for await (const domain of domainsOfCompanies(operator)) {
    for await (const content of storedContents(domain)) {
      const problem = await findProblem(domain, content, read)
      checked += 1
      if (problem === undefined) continue
      const { uuid: document, place } = content
      onProblem({ companyId: domain.viewer.companyId, document, place, problem })
    }
  }
  return checked
}

async function findProblem(domain: Domain, content: StoredContent, read: boolean) {
  try {
    if (read) {
      await checkContent(readContent(domain, content.key), content)
      return undefined
    }
    const size = await sizeOf(domain, content)
    if (size === undefined || size === null) return 'is missing'
    return size === content.size ? undefined : `has ${size} bytes instead of ${content.size}`
  } catch (error) {
    if (error instanceof ObjectMissingError) return 'is missing'
    if (error instanceof DamagedContentError) return error.message
    throw error
  }
}

async function sizeOf({ db, viewer }: Domain, { key, object }: StoredContent) {
  if (object) return db.stores.require(object.store).sizeOf(objectName(object))
  const { rows } = await db.read<{ size: number | null }>({
    name: 'content-size',
    text: 'select sum(length(content))::int as size from document_content where company_id = $1 and key = $2',
    values: [viewer.companyId, key],
  })
  return rows[0]?.size
}

interface UnknownObject {
  readonly store: StoreName
  readonly name: string
  /** Whether the name has the form of those that the service writes. Others belong to other programs. */
  readonly isOfService: boolean
}

/**
 * Finds objects in the configured stores that no row of the database names, such as after the database was restored to an earlier time. The
 * row of an object exists as long as the object, so it is enough to look for it after the object was listed.
 */
export async function* unknownObjects({ db }: Operator): AsyncGenerator<UnknownObject> {
  for (const store of db.stores.names) {
    for await (const name of db.stores.require(store).list()) {
      const [, company = '', id = ''] = /^(\d{1,9})\/[\da-f]{2}\/([\da-f-]{36})$/.exec(name) ?? []
      const isOfService = company !== ''
      if (isOfService && (await isKnown(db, Number(company), id))) continue
      yield { store, name, isOfService }
    }
  }
}

async function isKnown(db: Operator['db'], companyId: number, id: string): Promise<boolean> {
  const { rows } = await db.read({
    name: 'find-object',
    text: 'select 1 from document_object where company_id = $1 and id = $2',
    values: [companyId, id],
  })
  return rows.length > 0
}
