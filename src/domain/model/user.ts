import { computed, countChildren, lookedUp } from '../../db/read/derived.js'
import { DEFAULT_HOUR, wantedKinds } from '../notification/mail-kinds.js'
import type { NounRules } from './noun-rules.js'

export const user = {
  size: 'small',
  logged: { app_user: ['password_hash', 'digested_at'], membership: [] },
  derived: {
    fullName: computed<string>(
      ({ column }) => `${column('firstName')} || ' ' || ${column('lastName')}`,
    ),
    role: lookedUp<string | null>(
      ({ column, company }) =>
        `(select x.role from membership x where x.company_id = ${company} and x.user_id = ${column('id')})`,
    ),
    mails: lookedUp<string[]>(
      ({ column, company }) =>
        `(select ${wantedKinds(column('mailKinds'), 'x.role')} from membership x where x.company_id = ${company} and x.user_id = ${column('id')})`,
    ),
    daysOfDigest: computed<string[]>(({ column }) => `coalesce(${column('digestDays')}, '[]')`),
    hourOfDigest: computed<number>(
      ({ column }) => `coalesce(${column('digestHour')}, ${DEFAULT_HOUR})`,
    ),
    sitesCount: countChildren('site', 'manager_id'),
    inspectionsCount: countChildren('inspection', 'inspector_id'),
    technicalJobsCount: countChildren('job', 'technician_id'),
  },
  embedded: {
    notificationPreferences: {
      mails: 'mails',
      digestDays: 'daysOfDigest',
      digestHour: 'hourOfDigest',
    },
  },
} as const satisfies NounRules
