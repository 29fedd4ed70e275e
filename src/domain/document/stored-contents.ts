import { v7 as newUuid } from 'uuid'
import type { Place } from '../../storage/stores.js'
import { type Domain, transaction } from '../domain.js'
import { domainOfCompany, type Operator } from '../operator.js'
import { hasContent, type ObjectPlace } from './objects.js'

/** The content of a document, and where it is. */
export interface StoredContent {
  /** The UUID of the document. */
  readonly uuid: string
  readonly key: string
  readonly size: number
  /** Null if the document was uploaded before there were hashes. */
  readonly sha256: Buffer | null
  readonly place: Place
  /** Undefined if the content is in the database. */
  readonly object: ObjectPlace | undefined
}

const PAGE = 100
const FIRST = '00000000-0000-0000-0000-000000000000'

/** The domain of each company, also of those that are removed. */
export async function* domainsOfCompanies(operator: Operator): AsyncGenerator<Domain> {
  const { rows } = await operator.db.read<{ id: number }>({
    name: 'all-companies',
    text: 'select id from company order by id',
  })
  for (const { id } of rows) yield domainOfCompany(operator, id)
}

/** The contents of all documents of a company, also of those that are removed or belong to no record yet. */
export async function* storedContents({ db, viewer }: Domain): AsyncGenerator<StoredContent> {
  const { companyId } = viewer
  let after = FIRST
  for (;;) {
    const { rows } = await db.read<Omit<StoredContent, 'object'> & { id: string | null }>({
      name: 'stored-contents',
      text: CONTENTS,
      values: [companyId, after, PAGE],
    })
    for (const { id, ...row } of rows) {
      yield { ...row, object: id === null ? undefined : { companyId, id, store: row.place } }
      after = row.key
    }
    if (rows.length < PAGE) return
  }
}

const CONTENTS = `
select d.uuid, d.content_key as key, d.size, d.sha256, coalesce(o.store, 'database') as place, o.id
from document d
left join document_object o on ${hasContent('d.content_key')}
where d.company_id = $1 and d.content_key > $2 order by d.content_key limit $3`

/** Gives content that is in the row of its document a key, and stores it in parts, as that of newer documents. */
export async function convertOldContents(domain: Domain): Promise<void> {
  const { companyId } = domain.viewer
  for (;;) {
    const { rows } = await domain.db.read<{ id: number }>({
      name: 'old-contents',
      text: 'select id from document where company_id = $1 and content_key is null limit $2',
      values: [companyId, PAGE],
    })
    if (rows.length === 0) return
    for (const { id } of rows) {
      const values = [companyId, id, newUuid()]
      await transaction(domain, async ({ db }) => {
        await db.write({ name: 'convert-content', text: CONVERT, values })
        await db.write({ name: 'end-old-content', text: END_OLD, values })
      })
    }
  }
}

const CONVERT = `
insert into document_content (company_id, key, position, content)
select d.company_id, $3::uuid, 0, d.content from document d
where d.company_id = $1::int and d.id = $2 and d.content_key is null for update`

const END_OLD = `
update document set content_key = $3, content = '' where company_id = $1 and id = $2 and content_key is null`
