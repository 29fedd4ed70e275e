import type { Database } from '../../db/connect.js'
import { nameInMail } from '../mail/name-in-mail.js'
import type { ClaimedNotice } from './claim-notices.js'
import { type CurrentJob, type CurrentRecord, findRecords } from './current-records.js'
import type { MailKind } from './mail-kinds.js'
import type { NoticeEvent } from './notice.js'
import { timesAt } from './local-time.js'

/** What a mail says about one record, or a group of records. */
export interface MailItem {
  readonly title: string
  readonly lines: readonly string[]
  /** The kind of mail that the user can turn off. */
  readonly kind?: MailKind
}

/** The items of a mail for these notices, as the records are now: none for changes that were undone in the meantime. */
export async function itemsOf(
  db: Database,
  companyId: number,
  notices: readonly ClaimedNotice[],
): Promise<MailItem[]> {
  const records = await findRecords(db, companyId, notices)
  return notices.flatMap((notice) => {
    const record = records.get(notice.recordId)
    if (!record) return []
    return record.about === 'Job' ? itemsOfJob(notice, record) : itemsOfState(notice, record)
  })
}

const KINDS = {
  Site: 'SITE_FAILING',
  Finding: 'FINDING_OVERDUE',
  Webhook: 'WEBHOOK_DISABLED',
  ApiKey: 'API_KEY_EXPIRING',
} as const

/** Why a webhook was disabled, by its `disabled_reason`. */
const REASONS: Readonly<Record<string, string>> = {
  gone: 'The receiver responded with the status 410: it wants no more events.',
  failing: 'All attempts to deliver an event failed, and no other event was delivered meanwhile.',
  creator: 'The user with whose rights its query runs is inactive or removed.',
}

function itemsOfState(
  { events }: ClaimedNotice,
  record: Exclude<CurrentRecord, CurrentJob>,
): MailItem[] {
  const kind = KINDS[record.about]
  if (!record.lasts || !events.some((event) => event.kind === kind)) return []
  if (record.about === 'Webhook') {
    const title = `Webhook disabled: ${nameInMail(new URL(record.url).host)}`
    const rest = 'Its events are held for 30 days: enable the webhook, and send them again.'
    return [{ kind, title, lines: [REASONS[record.reason] ?? '', rest] }]
  }
  const name = nameInMail(record.name)
  if (record.about === 'Site') {
    const [count, limit] = [record.defective, record.threshold]
    const reason = `${count} of its assets ${count === 1 ? 'is' : 'are'} defective; the limit is ${limit}.`
    return [{ kind, title: `Site ${name} is failing`, lines: [reason] }]
  }
  if (record.about === 'ApiKey') {
    const rest = 'Until then, replace it by a new key, or give it a later date.'
    const lines = [`It begins with ${record.prefix}`, `Expires: ${record.due}`, rest]
    return [{ kind, title: `API key ${name} expires soon`, lines }]
  }
  const lines = [
    `Asset ${nameInMail(record.asset)}, ${nameInMail(record.site)}`,
    `Due: ${record.due}`,
  ]
  return [{ kind, title: `Finding overdue: ${name}`, lines }]
}

function itemsOfJob({ userId, events }: ClaimedNotice, job: CurrentJob): MailItem[] {
  const { start, end, place } = job
  const about = `Job ${job.number}: ${nameInMail(job.type)}, ${nameInMail(job.site)}`
  const when = timesAt(start, end, job.timezone)
  const where = place === '' ? [] : [nameInMail(place)]
  const has = (wanted: (event: NoticeEvent) => boolean) => events.some(wanted)
  // Whether the job became the user's. The user may have notices of changes from before that, too, if the log was read after all of them.
  const first = events.find(({ kind }) => kind === 'JOB_ASSIGNED' || kind === 'JOB_CANCELLED')
  const isNew = first?.kind === 'JOB_ASSIGNED' && first.taken !== true
  const isLate = has(({ kind }) => kind === 'JOB_LATE') && job.late && !job.removed
  const late: MailItem[] = isLate
    ? [{ kind: 'JOB_LATE', title: `Late: ${about}`, lines: [when, ...where] }]
    : []
  if (job.technicianId !== userId) {
    if (isNew || !has(({ taken }) => taken === true)) return late
    return [{ kind: 'JOB_ASSIGNED', title: `No longer yours: ${about}`, lines: [when] }, ...late]
  }
  // Also if it was removed, or restored.
  if (job.status === 'completed') return []
  if (job.removed || job.status === 'cancelled') {
    if (isNew || !has(({ kind }) => kind === 'JOB_CANCELLED')) return []
    return [{ kind: 'JOB_CANCELLED', title: `Cancelled: ${about}`, lines: [when, ...where] }]
  }
  if (isNew) {
    const title = `New for you: ${about}`
    return [{ kind: 'JOB_ASSIGNED', title, lines: [when, ...where] }, ...late]
  }
  const before = timesBefore(events, job)
  if (!before) return late
  const was = `Before: ${timesAt(before.start, before.end, job.timezone)}`
  return [{ kind: 'JOB_MOVED', title: `Moved: ${about}`, lines: [when, was, ...where] }, ...late]
}

/** The times before the first move; undefined if the job is back there. */
function timesBefore(events: readonly NoticeEvent[], { start, end }: CurrentJob) {
  const first = (field: 'start' | 'end') =>
    events.find((event) => event.kind === 'JOB_MOVED' && event[field] !== undefined)?.[field]
  const [oldStart, oldEnd] = [first('start'), first('end')]
  const before = {
    start: oldStart === undefined ? start : new Date(oldStart),
    end: oldEnd === undefined ? end : new Date(oldEnd),
  }
  const isSame =
    before.start.getTime() === start.getTime() && before.end.getTime() === end.getTime()
  return isSame ? undefined : before
}
