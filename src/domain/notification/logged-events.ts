import type { EntryRow, FieldChange, LogRow, StateRow } from '../log-follower/log-row.js'
import type { LoggedEvent, NoticeEvent } from './notice.js'

/** What users are to get mails about in a part of the log, in its order. */
export const loggedEvents = (rows: readonly LogRow[]): LoggedEvent[] =>
  rows.flatMap((row) => (row.action === 'state' ? eventsOfState(row) : eventsOfEntry(row)))

const STATES: Readonly<Record<string, LoggedEvent['event']['kind']>> = {
  'job_late late': 'JOB_LATE',
  'site_failing failing': 'SITE_FAILING',
  'finding_overdue overdue': 'FINDING_OVERDUE',
  'api_key_expiry expiring': 'API_KEY_EXPIRING',
}

function eventsOfState({ kind, toState, recordType, recordId, userId }: StateRow) {
  const mail = STATES[`${kind} ${toState}`]
  if (!mail) return []
  const event: LoggedEvent = {
    about: recordType as LoggedEvent['about'],
    recordId,
    event: { kind: mail },
    person: null,
    actor: userId,
  }
  return [event]
}

function eventsOfEntry(row: EntryRow): LoggedEvent[] {
  if (row.recordType === 'Webhook') return eventsOfWebhook(row)
  if (row.recordType !== 'Job') return []
  const { recordId, userId: actor, action, changes } = row
  const tell = (event: NoticeEvent, person: unknown = null): LoggedEvent => ({
    ...{ about: 'Job', recordId, event, actor },
    person: typeof person === 'string' ? person : null,
  })
  const changed = (field: string) => changes.find((each) => each.field === field)
  const technician = changed('technicianId')
  if (action === 'created') return [tell({ kind: 'JOB_ASSIGNED' }, technician?.after)]
  if (action === 'removed') return [tell({ kind: 'JOB_CANCELLED' })]
  if (action === 'restored') return [tell({ kind: 'JOB_ASSIGNED' })]
  if (action !== 'updated') return []
  const isCancelled = changed('status')?.after === 'CANCELLED'
  const times = { start: changed('scheduledStart'), end: changed('scheduledEnd') }
  return [
    ...(technician
      ? [
          tell({ kind: 'JOB_ASSIGNED', taken: true }, technician.before),
          tell({ kind: 'JOB_ASSIGNED' }, technician.after),
        ]
      : []),
    ...(times.start || times.end ? [tell({ kind: 'JOB_MOVED', ...timesBefore(times) })] : []),
    ...(isCancelled ? [tell({ kind: 'JOB_CANCELLED' })] : []),
  ]
}

/** A webhook that the service has disabled, not a user. */
function eventsOfWebhook({ recordId, changes }: EntryRow): LoggedEvent[] {
  const reason = changes.find(({ field }) => field === 'disabledReason')?.after
  if (typeof reason !== 'string' || reason === 'request') return []
  const event = { kind: 'WEBHOOK_DISABLED' } as const
  return [{ about: 'Webhook', recordId, event, person: null, actor: null }]
}

const timesBefore = (times: Readonly<Record<'start' | 'end', FieldChange | undefined>>) => ({
  ...(typeof times.start?.before === 'string' && { start: times.start.before }),
  ...(typeof times.end?.before === 'string' && { end: times.end.before }),
})
