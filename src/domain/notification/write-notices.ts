import { v7 as newUuid } from 'uuid'
import type { Consumer, Reading } from '../log-follower/follow-page.js'
import { loggedEvents } from './logged-events.js'
import { OF_ALL_RECORDS, wantedKinds } from './mail-kinds.js'
import type { LoggedEvent, NoticeEvent } from './notice.js'

/** How long a notice waits for further changes of the record, which become a part of the same mail. */
const SETTLING_MS = 120_000

/** Events that are older lead to no mail: the service may have sent no mails for a while. */
const OLDEST_MS = 86_400_000

/**
 * Follows the logs of all companies, and writes notices for the mails to users. In the transaction that moves the position, so each event
 * becomes a notice once, whichever instance reads it and whenever it stops.
 */
export const noticeWriter = (settlingMs = SETTLING_MS): Consumer => ({
  name: 'mails',
  followsAll: true,
  consume: (reading) => writeNotices(reading, settlingMs),
})

async function writeNotices(reading: Reading, settlingMs: number): Promise<undefined> {
  const since = Date.now() - OLDEST_MS
  const events = loggedEvents(reading.rows.filter(({ at }) => at.getTime() >= since))
  if (events.length === 0) return
  const notices = new Map<string, OpenNotice>()
  for (const { place, userId } of await findRecipients(reading, events)) {
    const { about, recordId, event } = events[place - 1] as LoggedEvent
    const key = `${userId} ${recordId}`
    const notice = notices.get(key) ?? { userId, about, recordId, events: [] }
    notice.events.push(event)
    notices.set(key, notice)
  }
  if (notices.size > 0) await insertNotices(reading, [...notices.values()], settlingMs)
}

interface OpenNotice extends Pick<LoggedEvent, 'about' | 'recordId'> {
  readonly userId: number
  readonly events: NoticeEvent[]
}

/** The users who want a mail about each event, except the user who did it, by the place of the event. */
async function findRecipients({ tx, companyId }: Reading, events: readonly LoggedEvent[]) {
  const column = <Value>(value: (event: LoggedEvent) => Value) => events.map(value)
  const { rows } = await tx.read<{ place: number; userId: number }>({
    name: 'find-recipients-of-notices',
    text: RECIPIENTS,
    values: [
      ...[companyId, events.map((_, index) => index + 1), column(({ event }) => event.kind)],
      ...[column(({ recordId }) => recordId), column(({ person }) => person)],
      column(({ actor }) => actor),
    ],
  })
  return rows
}

const ALL = `'{${OF_ALL_RECORDS.join(',')}}'::text[]`

/**
 * A job concerns its technician, a finding the technician of the job that is to resolve it, and a site the user who manages it. Admins get
 * some kinds about all records.
 */
const RECIPIENTS = `
select e.place, u.id as "userId"
from unnest($2::int[], $3::text[], $4::uuid[], $5::uuid[], $6::int[])
  as e (place, kind, record, person, actor)
join app_user u on u.company_id = $1::int and u.active and u.deleted_at is null
join membership m on m.company_id = $1 and m.user_id = u.id
where ${wantedKinds('u.mail_kinds', 'm.role')} ? e.kind
  and case when e.person is not null then u.uuid = e.person else
    m.role = 'admin' and e.kind = any(${ALL})
    or u.id = (select j.technician_id from job j where j.company_id = $1 and j.uuid = e.record)
    or u.id = (select s.manager_id from site s where s.company_id = $1 and s.uuid = e.record)
    or u.id = (select j.technician_id from finding f join job j on j.company_id = $1 and j.id = f.job_id
      where f.company_id = $1 and f.uuid = e.record and j.deleted_at is null)
  end
  and u.id is distinct from e.actor
order by e.place`

async function insertNotices(
  { tx, companyId }: Reading,
  notices: readonly OpenNotice[],
  settlingMs: number,
): Promise<void> {
  const now = Date.now()
  await tx.write({
    name: 'insert-notices',
    text: INSERT,
    values: [
      companyId,
      notices.map(() => newUuid()),
      notices.map(({ userId }) => userId),
      notices.map(({ about }) => about),
      notices.map(({ recordId }) => recordId),
      notices.map(({ events }) => JSON.stringify(events)),
      new Date(now),
      new Date(now + settlingMs),
    ],
  })
}

const INSERT = `
insert into notice (company_id, uuid, user_id, about, record_id, events, created_at, next_attempt_at)
select company.id, n.uuid, n.user_id, n.about, n.record_id, n.events, $7::timestamptz, $8::timestamptz
from company cross join unnest($2::uuid[], $3::int[], $4::text[], $5::uuid[], $6::jsonb[])
  as n (uuid, user_id, about, record_id, events)
where company.id = $1::int
on conflict (company_id, user_id, record_id) where attempts = 0
do update set events = notice.events || excluded.events`
