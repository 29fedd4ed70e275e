import { computed, count, countChildren, lookedUp } from '../../db/read/derived.js'
import type { ModelRules } from '../../db/read/model-rules.js'

export const user = {
  size: 'small',
  derived: {
    fullName: computed<string>(
      ({ column }) => `${column('firstName')} || ' ' || ${column('lastName')}`,
    ),
    role: lookedUp<string | null>(
      ({ column, company }) =>
        `(select x.role from membership x where x.company_id = ${company} and x.user_id = ${column('id')})`,
    ),
    sitesCount: countChildren('site', 'manager_id'),
    inspectionsCount: count('inspection', ({ column }) => `x.inspector_id = ${column('id')}`),
    technicalJobsCount: countChildren('job', 'technician_id'),
  },
} as const satisfies ModelRules
