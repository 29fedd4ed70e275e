import { v7 as newUuid } from 'uuid'
import { type Domain, transaction } from '../domain.js'
import { condemnObjects, deleteObject } from './objects.js'

/*
 * The content of a file is stored in parts, so that neither an upload nor a download needs a whole file in memory. A row of
 * `document_upload` announces the content before its first part is written, and is deleted when a record keeps the file.
 * So at any time the rows of `document_upload` say which content no record keeps: the cleanup deletes it after a day.
 */

/** The size of a part, in bytes. */
export const PART_BYTES = 262_144

/** Announces the content of a new file. Returns its key. */
export async function announceContent({ db, viewer: { companyId } }: Domain): Promise<string> {
  const key = newUuid()
  await db.write({
    name: 'announce-content',
    text: 'insert into document_upload (company_id, key) values ($1, $2)',
    values: [companyId, key],
  })
  return key
}

export async function writePart(
  { db, viewer: { companyId } }: Domain,
  key: string,
  position: number,
  content: Buffer,
): Promise<void> {
  const { rows } = await db.write({
    name: 'write-content',
    text: WRITE,
    values: [companyId, key, position, content],
  })
  if (rows.length === 0) throw new Error('expected an announced file, but it has been deleted')
}

// The lock makes a deletion of the announcement wait. So what deletes it, and then the content, leaves no part behind, even of a
// client that has left while a part was written.
const WRITE = `
insert into document_content as stored (company_id, key, position, content)
select u.company_id, u.key, $3::int, $4::bytea from document_upload u where u.company_id = $1::int and u.key = $2::uuid
for key share
returning stored.position`

/**
 * Deletes the content of uploads that failed. Does nothing for those that a record keeps, or that have a document: a commit whose
 * response was lost may have stored it. What cannot be deleted in its store is deleted by the cleanup.
 */
export async function discardContents(domain: Domain, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const { db } = domain
  const objects = await transaction(domain, async (tx) => {
    const { companyId } = tx.viewer
    const { rows } = await tx.db.write<{ key: string }>({
      name: 'discard-uploads',
      text: DISCARD,
      values: [companyId, keys],
    })
    if (rows.length === 0) return []
    const discarded = rows.map(({ key }) => key)
    await tx.db.write({
      name: 'discard-contents',
      text: 'delete from document_content where company_id = $1 and key = any($2::uuid[])',
      values: [companyId, discarded],
    })
    return condemnObjects(tx.db, companyId, { keys: discarded }, tx.now())
  })
  for (const object of objects) await deleteObject(db, object)
}

const DISCARD = `
delete from document_upload u
where u.company_id = $1::int and u.key = any($2::uuid[])
  and not exists (select 1 from document d where d.company_id = $1 and d.content_key = u.key)
returning u.key`
