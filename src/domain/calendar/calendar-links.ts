import { validate as isUuid } from 'uuid'
import { authorise } from '../access/authorise.js'
import type { Domain } from '../domain.js'
import { requireFound } from '../record/require-record.js'
import { type CalendarLink, LINK_COLUMNS } from './calendar-link.js'

/** The viewer's links to calendars that are not revoked, newest first. */
export async function findOwnCalendarLinks({ db, viewer }: Domain): Promise<CalendarLink[]> {
  const { rows } = await db.read<CalendarLink>({
    name: 'find-calendar-links',
    text: `select ${LINK_COLUMNS} from calendar_link l
      where l.company_id = $1::int and l.user_id = $2 and l.revoked_at is null
      order by l.created_at desc, l.uuid desc`,
    values: [viewer.companyId, viewer.userId],
  })
  return rows
}

/**
 * Revokes a link of the viewer, or, if the viewer is an admin, of any user of the company: its calendar does not exist from then on.
 * Idempotent. Throws NOT_FOUND for any other link.
 */
export async function revokeCalendarLink(
  { db, viewer, now }: Domain,
  { id }: { readonly id: string },
): Promise<CalendarLink> {
  authorise(viewer, 'revokeCalendarLink')
  const { companyId, userId, role } = viewer
  const { rows } = await db.write<CalendarLink>({
    name: 'revoke-calendar-link',
    text: `update calendar_link as l set revoked_at = least(l.revoked_at, $4::timestamptz)
      where l.company_id = $1::int and ($2::int is null or l.user_id = $2) and l.uuid = $3
      returning ${LINK_COLUMNS}`,
    values: [companyId, role === 'admin' ? null : userId, isUuid(id) ? id : null, now()],
  })
  return requireFound('CalendarLink', rows[0], () => false)
}
