import { Int } from 'type-graphql'
import type { MailKind, Weekday } from '../../../domain/notification/mail-kinds.js'
import { enumType } from '../common/enum-type.js'
import { NonNull, ValueType } from '../common/type.decorator.js'

export const MailKindEnum = enumType<MailKind>('MailKind', 'What a user may get a mail about.', {
  JOB_ASSIGNED: 'A job was given to the user, or is no longer theirs.',
  JOB_MOVED: 'A job of the user has other times.',
  JOB_CANCELLED: 'A job of the user was cancelled or removed.',
  JOB_LATE: 'A job of the user is late; for admins, any job.',
  SITE_FAILING: 'A site that the user manages begins to fail; for admins, any site.',
  FINDING_OVERDUE:
    'A finding that a job of the user is to resolve is overdue; for admins, any finding.',
  WEBHOOK_DISABLED: 'For admins: the service has disabled a webhook, because its receiver fails.',
  API_KEY_EXPIRING: 'For admins: an API key expires in 14 days.',
})

export const WeekdayEnum = enumType<Weekday>('Weekday', 'A day of the week.', {
  MONDAY: 'Monday.',
  TUESDAY: 'Tuesday.',
  WEDNESDAY: 'Wednesday.',
  THURSDAY: 'Thursday.',
  FRIDAY: 'Friday.',
  SATURDAY: 'Saturday.',
  SUNDAY: 'Sunday.',
})

@ValueType('NotificationPreferences', 'Which mails a user gets.')
export class NotificationPreferencesType {
  @NonNull(
    [MailKindEnum],
    'What the user gets a mail about. By default: `JOB_ASSIGNED`, `JOB_MOVED` and `JOB_CANCELLED`; admins also `SITE_FAILING`, `WEBHOOK_DISABLED` and `API_KEY_EXPIRING`. A user gets no mail about their own changes.',
  )
  readonly mails!: MailKind[]

  @NonNull(
    [WeekdayEnum],
    'The days on which the user gets a digest of what is overdue and due; empty by default.',
  )
  readonly digestDays!: Weekday[]

  @NonNull(Int, 'The hour of the digest, in the time zone of the user: from 0 to 23.')
  readonly digestHour!: number
}
