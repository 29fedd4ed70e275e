import { DomainError } from '../errors.js'
import type { Domain } from '../domain.js'

/**
 * Counts an invitation of the viewer's company. Throws THROTTLED if the company has sent `invitationsPerHour` in the
 * hour that began with the first of them. Call it in the transaction of the invitation, so that a failed one does not
 * count. The row's lock makes concurrent invitations of a company wait for each other.
 */
export async function countInvitation(
  { db, viewer: { companyId } }: Domain,
  invitationsPerHour: number,
): Promise<void> {
  const { rows } = await db.write<{ invitations: number; seconds: number }>({
    name: 'count-invitation',
    text: COUNT_INVITATION,
    values: [companyId],
  })
  const { invitations = 0, seconds = 0 } = rows[0] ?? {}
  if (invitations <= invitationsPerHour) return
  const message = `A company can invite ${invitationsPerHour} users an hour.`
  throw new DomainError('THROTTLED', message, [], Math.max(1, seconds), invitationsPerHour)
}

/** The company's hour has not ended: the hour of a company without one ends an hour after the statement. */
const HOUR_GOES_ON =
  "excluded.invitations_until - company_mail.invitations_until < interval '1 hour'"

const COUNT_INVITATION = `
with counted as (
  insert into company_mail (company_id, invitations, invitations_until)
  values ($1, 1, now() + interval '1 hour')
  on conflict (company_id) do update set
    invitations = case when ${HOUR_GOES_ON} then company_mail.invitations + 1 else 1 end,
    invitations_until = case when ${HOUR_GOES_ON} then company_mail.invitations_until else excluded.invitations_until end
  returning invitations, invitations_until
)
select invitations, ceil(extract(epoch from invitations_until - now()))::int as seconds from counted`
