import type {
  DeliveryRowFragment,
  WebhookDisabledReason,
  WebhookRowFragment,
} from '../../../generated/graphql.js'

/** The events that most receivers want, each with its meaning. The form has an input for all others. */
export const COMMON_EVENTS: Readonly<Record<string, string>> = {
  'inspection.created': 'An inspection is recorded',
  'asset.status': 'The status of an asset changes',
  'asset.overdue': 'An asset becomes overdue',
  'finding.created': 'A finding is opened',
  'job.created': 'A job is created',
  'job.status': 'The status of a job changes',
  'job.completed': 'A job is completed',
  'job.late': 'A job becomes late, or is no longer late',
  'site.failing': 'A site begins or ceases to fail',
  '*.removed': 'A record of any type is removed',
}

export const REASONS: Readonly<Record<WebhookDisabledReason, string>> = {
  REQUEST: 'A user has disabled it.',
  GONE: 'The receiver responded with the status 410: it wants no more events.',
  FAILING: 'All attempts to deliver an event failed, and no other event was delivered meanwhile.',
  CREATOR: 'The user with whose rights its query runs is inactive or removed.',
}

export const stateOf = ({
  disabledAt,
  failingSince,
}: Pick<WebhookRowFragment, 'disabledAt' | 'failingSince'>) =>
  disabledAt ? 'DISABLED' : failingSince ? 'FAILING' : 'ENABLED'

/** What the receiver responded, or why there was no response. */
export function responseOf(attempt: DeliveryRowFragment['attempts'][number] | undefined): string {
  if (!attempt) return ''
  const { status, error, milliseconds } = attempt
  return `${status ?? error ?? ''} (${milliseconds} ms)`
}

/** The page of a record, by the type of an event; undefined if its record has none. */
export function pageOfRecord(type: string, recordId: string): string | undefined {
  const [noun = ''] = type.split('.')
  const page = PAGES[noun]
  return page && `${page}/${recordId}`
}

const PAGES: Readonly<Record<string, string>> = {
  asset: 'assets',
  checklist: 'checklists',
  client: 'clients',
  finding: 'findings',
  inspection: 'inspections',
  job: 'jobs',
  site: 'sites',
}
