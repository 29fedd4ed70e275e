import type { Database } from '../../db/connect.js'
import { findWork, type WorkDatabase } from '../find-work.js'
import type { NoticeEvent, NoticeSubject } from './notice.js'

export interface ClaimedNotice {
  readonly uuid: string
  readonly userId: number
  readonly about: NoticeSubject
  readonly recordId: string
  readonly events: readonly NoticeEvent[]
  readonly createdAt: Date
  /** The number of this attempt. */
  readonly attempts: number
}

/** The notices of one user that become one mail. */
export interface ClaimedNotices {
  readonly companyId: number
  readonly notices: readonly ClaimedNotice[]
}

/** A mail is about at most this many records. */
const MAX_NOTICES = 200

/** An instance that has claimed notices has this long to send the mail: longer than the time limits of `mail/smtp-mailer.ts`. */
const LEASE_MS = 120_000

/**
 * Claims all due notices of the user whose notice has waited longest; a digest alone. If the instance stops before it deletes them, or the
 * mail is refused, an instance later claims the same notices again, without newer ones: the mail server may have accepted their mail.
 */
export async function claimNotices(
  db: WorkDatabase & Pick<Database, 'forCaller'>,
): Promise<ClaimedNotices | undefined> {
  const companies = await findWork<{ companyId: number }>(db, {
    name: 'companies-of-due-notices',
    text: 'select companies_of_due_notices($1) as "companyId"',
  })
  for (const { companyId } of companies) {
    const now = Date.now()
    const { rows: notices } = await db.forCaller({ companyId }).write<ClaimedNotice>({
      name: 'claim-notices',
      text: CLAIM,
      values: [companyId, new Date(now), MAX_NOTICES, new Date(now + LEASE_MS)],
    })
    if (notices.length > 0) return { companyId, notices }
  }
  return undefined
}

/** Equal for the notices of one mail. Those of an earlier attempt were claimed, or delayed, until the same time. */
const mailOf = (notice: string) => `${notice}.user_id, ${notice}.about = 'Digest',
  case when ${notice}.attempts > 0 then ${notice}.next_attempt_at else '-infinity' end`

// `skip locked`, so that two instances that claim notices of the same user do not wait for each other. An instance claims notices of an
// earlier attempt only if it has locked the first one: otherwise each of two instances could get a part of them.
const CLAIM = `
update notice
set attempts = attempts + 1, next_attempt_at = $4::timestamptz
where company_id = $1::int and uuid in (
  select n.uuid from notice n
  where n.company_id = $1 and n.next_attempt_at <= $2::timestamptz
    and (${mailOf('n')}) = (
      select ${mailOf('d')} from notice d
      where d.company_id = $1 and d.next_attempt_at <= $2
        and (d.attempts = 0 or not exists (
          select 1 from notice e
          where e.company_id = $1 and (${mailOf('e')}) = (${mailOf('d')}) and e.uuid < d.uuid))
      order by d.next_attempt_at, d.uuid limit 1
      for update skip locked)
  order by n.uuid
  limit $3
  for update skip locked
)
returning uuid, user_id as "userId", about, record_id as "recordId", events,
  created_at as "createdAt", attempts`

/** Sets when notices whose mail was refused are tried again: 1, 2, 4, … and at most 60 minutes later. */
export async function delayNotices(
  db: Pick<Database, 'forCaller'>,
  { companyId, notices }: ClaimedNotices,
): Promise<void> {
  const attempts = Math.max(...notices.map((each) => each.attempts))
  const minutes = Math.min(60, 2 ** (attempts - 1))
  await db.forCaller({ companyId }).write({
    name: 'delay-notices',
    text: 'update notice set next_attempt_at = $3::timestamptz where company_id = $1::int and uuid = any($2::uuid[])',
    values: [
      ...[companyId, notices.map(({ uuid }) => uuid)],
      new Date(Date.now() + minutes * 60_000),
    ],
  })
}

/** Deletes notices after their mail was sent, or will not be. */
export async function deleteNotices(
  db: Pick<Database, 'forCaller'>,
  { companyId, notices }: ClaimedNotices,
): Promise<void> {
  await db.forCaller({ companyId }).write({
    name: 'delete-notices',
    text: 'delete from notice where company_id = $1::int and uuid = any($2::uuid[])',
    values: [companyId, notices.map(({ uuid }) => uuid)],
  })
}
