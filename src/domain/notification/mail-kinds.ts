/** What a user may get a mail about. */
export const MAIL_KINDS = [
  'JOB_ASSIGNED',
  'JOB_MOVED',
  'JOB_CANCELLED',
  'JOB_LATE',
  'SITE_FAILING',
  'FINDING_OVERDUE',
  'WEBHOOK_DISABLED',
  'API_KEY_EXPIRING',
] as const

export type MailKind = (typeof MAIL_KINDS)[number]

export const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const

export type Weekday = (typeof WEEKDAYS)[number]

/** The kinds of a user who has not chosen any. The first three are about jobs of one's own. */
export const BY_DEFAULT = {
  technician: ['JOB_ASSIGNED', 'JOB_MOVED', 'JOB_CANCELLED'],
  admin: [
    ...['JOB_ASSIGNED', 'JOB_MOVED', 'JOB_CANCELLED'],
    ...['SITE_FAILING', 'WEBHOOK_DISABLED', 'API_KEY_EXPIRING'],
  ],
} as const satisfies Record<string, readonly MailKind[]>

/** Admins get these about all records of the company, other users only about those that concern them. */
export const OF_ALL_RECORDS: readonly MailKind[] = [
  'JOB_LATE',
  'SITE_FAILING',
  'FINDING_OVERDUE',
  'WEBHOOK_DISABLED',
  'API_KEY_EXPIRING',
]

/** The hour of a digest, if the user has not chosen one. */
export const DEFAULT_HOUR = 7

/** SQL: the kinds that a user wants, as a JSON list. `chosen` and `role` are SQL. */
export const wantedKinds = (chosen: string, role: string): string =>
  `coalesce(${chosen}, case ${role} when 'admin' then '${JSON.stringify(BY_DEFAULT.admin)}'::jsonb else '${JSON.stringify(BY_DEFAULT.technician)}'::jsonb end)`
