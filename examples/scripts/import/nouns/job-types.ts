import { integer, value, yesOrNo } from '../fields/value.js'
import type { Noun } from '../noun.js'

export const JOB_TYPES: Noun = {
  list: 'jobTypes',
  fields: [
    value('name'),
    value('active', { read: yesOrNo }),
    value('passPercentage', { read: integer }),
    value('requiresSignature', { read: yesOrNo }),
    value('singleInspection', { read: yesOrNo }),
    value('requireAllAssets', { read: yesOrNo }),
  ],
  keys: [{ columns: ['name'] }],
  required: [['name']],
  create: 'createJobType',
  update: 'updateJobType',
  record: 'jobType',
  reported: { name: 'name' },
}
