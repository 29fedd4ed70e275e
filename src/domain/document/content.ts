import { v7 as newUuid } from 'uuid'
import type { Domain } from '../domain.js'

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
  await db.write({
    name: 'write-content',
    text: 'insert into document_content (company_id, key, position, content) values ($1, $2, $3, $4)',
    values: [companyId, key, position, content],
  })
}

/** Reads content, one part at a time. */
export async function* readContent(
  { db, viewer: { companyId } }: Pick<Domain, 'db'> & { readonly viewer: { companyId: number } },
  key: string,
): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const { rows } = await db.read<{ content: Buffer }>(
      {
        name: 'read-content',
        text: 'select content from document_content where company_id = $1 and key = $2 and position = $3',
        values: [companyId, key, position],
      },
      { quick: true },
    )
    if (!rows[0]) return
    yield rows[0].content
  }
}

/** Deletes the content of an upload that failed. */
export async function discardContent(
  { db, viewer: { companyId } }: Domain,
  key: string,
): Promise<void> {
  const values = [companyId, key]
  await db.write({
    name: 'discard-content',
    text: 'delete from document_content where company_id = $1 and key = $2',
    values,
  })
  await db.write({
    name: 'discard-upload',
    text: 'delete from document_upload where company_id = $1 and key = $2',
    values,
  })
}
