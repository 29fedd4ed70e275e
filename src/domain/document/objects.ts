import { v7 as newUuid } from 'uuid'
import type { Database } from '../../db/connect.js'
import type { StoreName } from '../../storage/stores.js'
import type { NewObject } from '../../storage/object-store.js'

/*
 * An object has the content of a file outside of the database. Its row in `document_object` is written before the object, and
 * deleted after it. So each object has a row, whenever a process is killed. An object never gets other content: what is
 * written again has another name, so that the deletion of the first one cannot delete the second one.
 */

/** What finds an object. `db` is that of the company. */
export interface ObjectPlace {
  readonly companyId: number
  readonly id: string
  readonly store: string
}

/** The name of an object in its store: a folder for each company, and in it 256 folders. */
export const objectName = ({ companyId, id }: Pick<ObjectPlace, 'companyId' | 'id'>): string =>
  `${companyId}/${id.slice(-2)}/${id}`

/** SQL condition: the object `o` is the one that has the content of a key. `$1` is the company. */
export const hasContent = (key: string): string =>
  `o.company_id = $1 and o.key = ${key} and o.stored_at is not null and o.condemned_at is null`

/** Writes the row of a new object. */
export async function announceObject(
  db: Database,
  companyId: number,
  key: string,
  store: StoreName,
): Promise<ObjectPlace> {
  const id = newUuid()
  await db.write({
    name: 'announce-object',
    text: 'insert into document_object (company_id, id, key, store) values ($1, $2, $3, $4)',
    values: [companyId, id, key, store],
  })
  return { companyId, id, store }
}

/** Begins an announced object. */
export const createObject = (db: Database, place: ObjectPlace): Promise<NewObject> =>
  db.stores.require(place.store).create(objectName(place))

/** From now on, readers read a complete object. Returns false if it was condemned in the meantime. */
export async function keepObject(
  db: Database,
  { companyId, id }: ObjectPlace,
  at: Date,
): Promise<boolean> {
  const { rows } = await db.write({
    name: 'keep-object',
    text: `update document_object set stored_at = $3
      where company_id = $1 and id = $2 and stored_at is null and condemned_at is null returning 1`,
    values: [companyId, id, at],
  })
  return rows.length > 0
}

/** Condemns objects: no reader begins to read them any more, and the cleanup deletes them. Returns those that were not condemned. */
export async function condemnObjects(
  db: Database,
  companyId: number,
  by: { readonly keys: readonly string[] } | { readonly id: string },
  at: Date,
): Promise<ObjectPlace[]> {
  const [column, values] = 'keys' in by ? ['key', by.keys] : ['id', [by.id]]
  const { rows } = await db.write<{ id: string; store: string }>({
    name: `condemn-objects-by-${column}`,
    text: `update document_object set condemned_at = $3
      where company_id = $1 and ${column} = any($2::uuid[]) and condemned_at is null returning id, store`,
    values: [companyId, values, at],
  })
  return rows.map((row) => ({ ...row, companyId }))
}

/** Deletes a condemned object, and then its row. */
export async function deleteObject(db: Database, place: ObjectPlace): Promise<void> {
  const { companyId, id, store } = place
  await db.stores.require(store).delete(objectName(place))
  await db.write({
    name: 'delete-object',
    text: 'delete from document_object where company_id = $1 and id = $2 and condemned_at is not null',
    values: [companyId, id],
  })
}
