import type { Database } from '../../db/connect.js'
import { findWork, type WorkDatabase } from '../find-work.js'
import type { QueuedMail } from './queue-mail.js'

export interface ClaimedMail extends QueuedMail {
  readonly id: number
  /** Whether this attempt is the last one, because the mail has been in the outbox for a day. */
  readonly isLast: boolean
}

/**
 * Claims the next mail that is due: mails for a new password first, then an invitation of the company whose last mail
 * is the longest ago. No instance claims the mail again before the time of its next attempt. The attempts are 1, 2, 4, …
 * and at most 60 minutes apart. If an instance stops before it deletes the mail, an instance claims the mail again at
 * the time of its next attempt.
 */
export async function claimMail(
  db: WorkDatabase & Pick<Database, 'forCaller'>,
): Promise<ClaimedMail | undefined> {
  const companies = await findWork<{ companyId: number | null }>(db, {
    name: 'companies-of-due-mail',
    text: 'select companies_of_due_mail($1) as "companyId"',
  })
  for (const { companyId } of companies) {
    const own = db.forCaller({ companyId: companyId ?? undefined })
    const claimed = await own.write<ClaimedMail>({
      name: 'claim-mail',
      text: CLAIM_MAIL,
      values: [companyId],
    })
    if (!claimed.rows[0]) continue
    // A statement of its own: the outbox is not distributed with the tables of companies.
    if (companyId !== null) {
      await own.write({ name: 'take-mail-turn', text: TAKE_TURN, values: [companyId] })
    }
    return claimed.rows[0]
  }
  return undefined
}

const CLAIM_MAIL = `
update queued_mail
set attempts = attempts + 1,
    next_attempt_at = now() + least(60, 2 ^ attempts) * interval '1 minute'
where id = (
  select id from queued_mail
  where company_id is not distinct from $1 and next_attempt_at <= now()
  order by next_attempt_at, id
  limit 1
  for update skip locked
)
returning id, kind, email, company_id as "companyId", created_at < now() - interval '1 day' as "isLast"`

const TAKE_TURN = `
insert into company_mail (company_id, last_mail_at) values ($1, now())
on conflict (company_id) do update set last_mail_at = excluded.last_mail_at`

/** Removes a mail from the outbox, after it was sent or after its final failure. */
export async function deleteMail(
  db: Pick<Database, 'forCaller'>,
  { id, companyId }: Pick<ClaimedMail, 'id' | 'companyId'>,
) {
  await db.forCaller({ companyId: companyId ?? undefined }).write({
    name: 'delete-mail',
    text: 'delete from queued_mail where company_id is not distinct from $1 and id = $2',
    values: [companyId, id],
  })
}
