import { computed } from '../../db/read/derived.js'
import type { ModelRules } from '../../db/read/model-rules.js'

export const stateChange = {
  size: 'large',
  derived: {
    key: computed<string>(({ column }) => `${column('transactionId')} || '-' || ${column('id')}`),
  },
  about: { field: 'record', model: 'recordType', uuid: 'recordId', inverse: 'stateChanges' },
  graphqlNames: { from: 'fromState', to: 'toState' },
} as const satisfies ModelRules
