import { validate as isUuid } from 'uuid'
import type { Database } from '../../db/connect.js'
import { DomainError } from '../errors.js'
import { requireFound } from '../record/require-record.js'
import { isSigned, type Link } from './link.js'

/** The document of a link. */
export interface LinkedDocument {
  readonly id: number
  readonly name: string
  readonly contentType: string
  readonly contentKey: string | null
  /** The content of an old document; null if it has a `contentKey`. */
  readonly content: Buffer | null
  readonly size: number
}

interface Row extends LinkedDocument, Record<string, unknown> {
  readonly secret: Buffer
  readonly removed: boolean
}

/**
 * Finds the document of a link. `db` is that of the link's company. Throws FORBIDDEN if the signature is wrong or has expired,
 * and REMOVED. The error is the same whether or not there is a document.
 */
export async function openLink(db: Database, link: Link, now: Date): Promise<LinkedDocument> {
  const { companyId, uuid, expires } = link
  if (!isUuid(uuid) || expires * 1000 < now.getTime()) throw refused()
  const { rows } = await db.read<Row>(
    { name: 'open-link', text: OPEN, values: [companyId, uuid] },
    { quick: true },
  )
  const [row] = rows
  if (!row || !isSigned(row.secret, link)) throw refused()
  return requireFound('Document', row, ({ removed }) => removed)
}

const refused = () => new DomainError('FORBIDDEN', 'This link is not valid, or has expired.')

const OPEN = `
select d.id, d.name, d.content_type as "contentType", d.content_key as "contentKey", d.size,
  case when d.content_key is null then d.content end as content,
  d.deleted_at is not null as removed, c.link_secret as secret
from company c join document d on d.company_id = $1 and d.uuid = $2
where c.id = $1 and c.deleted_at is null`
