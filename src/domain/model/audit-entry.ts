import { computed, lookedUp } from '../../db/read/derived.js'
import type { ModelRules } from '../../db/read/model-rules.js'

export const auditEntry = {
  size: 'large',
  derived: {
    key: computed<string>(({ column }) => `${column('transactionId')} || '-' || ${column('id')}`),
    changes: lookedUp<unknown>(
      ({ column, company }) =>
        `audit_changes(${company}, ${column('recordType')}, ${column('before')}, ${column('after')})`,
    ),
  },
  relations: {
    user: { kind: 'one', model: 'User', own: 'userId', other: 'id' },
    apiKey: { kind: 'one', model: 'ApiKey', own: 'apiKeyId', other: 'id' },
  },
  about: { field: 'record', model: 'recordType', uuid: 'recordId', inverse: 'history' },
} as const satisfies ModelRules
