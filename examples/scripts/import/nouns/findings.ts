import { FindingStatus, RiskLevel } from '../../../client/generated/graphql.js'
import type { Field } from '../fields/field.js'
import { reference } from '../fields/reference.js'
import type { RowInput } from '../fields/row-input.js'
import { instant, oneOf, value } from '../fields/value.js'
import type { Noun } from '../noun.js'

const STATUS = value('status', { read: oneOf(FindingStatus) })
const RESOLUTION = value('resolution')

/** The mutation that gives a finding a status. */
const MUTATIONS: Readonly<Record<string, string>> = {
  [FindingStatus.Open]: 'reopenFinding',
  [FindingStatus.Resolved]: 'resolveFinding',
  [FindingStatus.Accepted]: 'acceptFinding',
}

/** The status, and the resolution that belongs to it. A mutation of its own changes both, and nothing else. */
const status: Field = {
  input: 'status',
  columns: { ...STATUS.columns, ...RESOLUTION.columns },
  prepare: async (source) => {
    const [writeStatus, writeResolution] = await Promise.all([
      STATUS.prepare(source),
      RESOLUTION.prepare(source),
    ])
    return (row) => {
      const others = Object.keys(row.input)
      writeStatus(row)
      const next = row.input['status']
      if (!row.current) refuseStatusOfNew(row)
      else if (next !== undefined) {
        if (others.length > 0)
          row.fail('status', 'Change the status in one import, and other values in another.')
        refuseStale(row)
      }
      if (next !== FindingStatus.Open) writeResolution(row)
      if (row.current && next === undefined && row.input['resolution'] !== undefined)
        row.fail('resolution', 'The resolution changes only with the status.')
    }
  },
}

function refuseStatusOfNew(row: RowInput) {
  const { status: given = FindingStatus.Open } = row.input
  if (given !== FindingStatus.Open) row.fail('status', 'A new finding is open.')
  else if (row.values.has('resolution')) row.fail('resolution', 'A new finding has none.')
  delete row.input['status']
}

/** The mutations that change the status do not check `updatedAt`. */
function refuseStale(row: RowInput) {
  const expected = row.values.get('updatedAt')
  if (expected !== undefined && expected !== row.current?.get('updatedAt'))
    row.fail('updatedAt', 'The record has been changed since.')
}

export const FINDINGS: Noun = {
  list: 'findings',
  fields: [
    reference('assetId', {
      noun: 'asset',
      name: ['asset', 'asset.code'],
      exportedId: 'asset.id',
      list: 'assets',
      names: [['code']],
      exact: true,
      filterOf: (codes) => ({ codes }),
      fixed: 'The asset of a finding cannot be changed.',
    }),
    value('title'),
    value('note'),
    value('severity', { read: oneOf(RiskLevel) }),
    value('dueAt', { read: instant }),
    status,
  ],
  // An asset may have several findings with the same title.
  keys: [],
  required: [['assetId'], ['title'], ['severity']],
  create: 'createFinding',
  update: ({ status: next }) =>
    typeof next === 'string' ? (MUTATIONS[next] ?? '') : 'updateFinding',
  inputOf: ({ status: next, expectedUpdatedAt, ...input }) =>
    next === undefined ? { ...input, expectedUpdatedAt } : input,
  record: 'finding',
  reported: { title: 'title' },
}
