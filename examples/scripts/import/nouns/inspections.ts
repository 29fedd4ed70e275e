import { answers } from '../fields/answers.js'
import { reference } from '../fields/reference.js'
import { instant, isInt, value } from '../fields/value.js'
import type { Noun } from '../noun.js'

export const INSPECTIONS: Noun = {
  list: 'inspections',
  fields: [
    reference('assetId', {
      noun: 'asset',
      name: ['asset', 'asset.code'],
      exportedId: 'asset.id',
      list: 'assets',
      names: [['code']],
      exact: true,
      filterOf: (codes) => ({ codes }),
    }),
    reference('jobId', {
      noun: 'job',
      name: ['job', 'job.number'],
      exportedId: 'job.id',
      list: 'jobs',
      names: [['number']],
      filterOf: (numbers) => ({ numbers: numbers.map(Number).filter(isInt) }),
    }),
    value('inspectedAt', { read: instant }),
    value('checklistVersionId', { exported: 'checklistVersion.id' }),
    answers,
    value('note'),
  ],
  keys: [
    {
      columns: ['assetId', 'inspectedAt'],
      filterOf: (keys) => ({
        assetIds: keys.map(([asset]) => asset),
        inspectedAt: rangeOf(keys.map(([, at]) => Date.parse(at ?? ''))),
      }),
    },
  ],
  required: [['assetId']],
  create: 'recordInspections',
  bulk: true,
  record: 'inspections',
  reported: {},
}

/** Times that are not valid are left out: the service refuses their rows. */
function rangeOf(all: readonly number[]) {
  const times = all.filter(Number.isFinite)
  if (times.length === 0) return null
  return {
    from: new Date(Math.min(...times)).toISOString(),
    to: new Date(Math.max(...times)).toISOString(),
  }
}
