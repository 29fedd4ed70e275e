import type { Database } from '../../db/connect.js'
import { ObjectMissingError } from '../../storage/object-store.js'
import type { Role } from '../access/viewer.js'
import { type DocumentContent, readDocument } from '../document/read-content.js'
import { buffer } from 'node:stream/consumers'

/** A user who gets a mail, and the company in whose name it is sent. */
export interface Recipient {
  readonly companyId: number
  readonly userId: number
  readonly uuid: string
  readonly email: string
  readonly firstName: string
  readonly role: Role
  readonly company: string
  readonly appName: string | null
  readonly fromEmail: string | null
  readonly fromEmailName: string | null
  readonly frontendUrl: string | null
  /** Signs links. */
  readonly secret: Buffer
}

/** The user of a company; undefined if the user is inactive or removed. */
export async function findRecipient(
  db: Pick<Database, 'read'>,
  companyId: number,
  userId: number,
): Promise<Recipient | undefined> {
  const { rows } = await db.read<Recipient & Record<string, unknown>>({
    name: 'find-recipient',
    text: RECIPIENT,
    values: [companyId, userId],
  })
  return rows[0]
}

const RECIPIENT = `
select u.company_id as "companyId", u.id as "userId", u.uuid, u.email, u.first_name as "firstName", m.role, c.name as company,
  c.app_name as "appName", c.from_email as "fromEmail", c.from_email_name as "fromEmailName", c.frontend_url as "frontendUrl",
  c.link_secret as secret
from app_user u
join membership m on m.company_id = $1 and m.user_id = u.id
join company c on c.id = $1
where u.company_id = $1::int and u.id = $2::int and u.active and u.deleted_at is null and c.deleted_at is null`

export interface Logo {
  readonly content: Buffer
  readonly contentType: string
}

/** A mail contains the logo if it has at most this many bytes. */
const MAX_LOGO_BYTES = 200_000

/** The logo of the company, if it is an uploaded file that is small enough. Undefined also if its content is lost. */
export async function findLogo(db: Database, companyId: number): Promise<Logo | undefined> {
  const { rows } = await db.read<DocumentContent & { contentType: string }>({
    name: 'find-logo-of-mail',
    text: `select d.content_key as "contentKey", case when d.content_key is null then d.content end as content,
        d.content_type as "contentType"
      from document d
      where d.company_id = $1::int and d.of_company and d.picture and d.deleted_at is null and d.size <= $2::int
      order by d.id desc limit 1`,
    values: [companyId, MAX_LOGO_BYTES],
  })
  const [found] = rows
  if (!found) return undefined
  try {
    const content = await buffer(readDocument({ db, viewer: { companyId } }, found))
    return { content, contentType: found.contentType }
  } catch (error) {
    if (error instanceof ObjectMissingError) return undefined
    throw error
  }
}
