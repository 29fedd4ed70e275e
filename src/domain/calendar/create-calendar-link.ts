import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/authorise.js'
import { type Domain, type RecordKey, transaction, type TransactionDomain } from '../domain.js'
import { lockReference } from '../record/lock-reference.js'
import { ValidationErrors } from '../validation-errors.js'
import { type CalendarLink, LINK_COLUMNS, newCalendarSecret } from './calendar-link.js'

export interface NewCalendarLink {
  /** The site whose jobs the calendar has. Absent or null: the jobs of the viewer. */
  readonly siteId?: RecordKey | null | undefined
}

/** A user may have this many links that are not revoked. */
export const MAX_LINKS = 20

/** Makes a link to a calendar: the viewer's jobs, or for admins those of a site. Returns its path, which cannot be read later. */
export async function createCalendarLink(
  domain: Domain,
  { siteId }: NewCalendarLink,
): Promise<CalendarLink & { readonly path: string }> {
  const isOfSite = siteId !== undefined && siteId !== null
  authorise(domain.viewer, isOfSite ? 'createSiteCalendarLink' : 'createCalendarLink')
  return transaction(domain, async (tx) => {
    const { companyId, userId } = tx.viewer
    const errors = new ValidationErrors(tx)
    const site = await lockReference(tx, errors, 'siteId', 'Site', siteId)
    if ((await countLinks(tx)) >= MAX_LINKS) {
      const message = `You have ${MAX_LINKS} links to calendars. Revoke one of them first.`
      errors.add('NOT_ALLOWED', [], message)
    }
    errors.throwIfAny()
    const { path, hash } = newCalendarSecret(companyId)
    const uuid = newUuid()
    const values = [companyId, uuid, userId, site ?? null, hash, tx.now()]
    const [, { rows }] = await Promise.all([
      tx.db.write({ name: 'create-calendar-link', text: CREATE, values }),
      tx.db.write<CalendarLink>({ name: 'read-new-link', text: READ, values: [companyId, uuid] }),
    ])
    return { ...(rows[0] as CalendarLink), path }
  })
}

const CREATE = `
insert into calendar_link (company_id, uuid, user_id, site_id, hash, created_at)
values ($1::int, $2::uuid, $3::int, $4::int, $5::bytea, $6::timestamptz)`

// Citus accepts no subquery, such as the one for the name of the site, in `returning` of an insert.
const READ = `select ${LINK_COLUMNS} from calendar_link l where l.company_id = $1::int and l.uuid = $2::uuid`

/** Locks the user, so that concurrent requests count each other's links. */
async function countLinks({ db, viewer }: TransactionDomain): Promise<number> {
  const values = [viewer.companyId, viewer.userId]
  await db.write({
    name: 'lock-user-of-calendar',
    text: 'select id from app_user where company_id = $1 and id = $2 for no key update',
    values,
  })
  const { rows } = await db.write<{ count: number }>({
    name: 'count-calendar-links',
    text: 'select count(*)::int as count from calendar_link where company_id = $1 and user_id = $2 and revoked_at is null',
    values,
  })
  return rows[0]?.count ?? 0
}
