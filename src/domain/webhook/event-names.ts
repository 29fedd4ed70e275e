import { FEED_MODELS, type FeedModel, isFeedModel } from '../change-feed/live-records.js'
import type { LogRow } from '../log-follower/log-row.js'

/** What happens to a record as a whole. `updated`: any field has changed. */
const ACTIONS = ['created', 'updated', 'removed', 'restored', 'deleted'] as const

/** The field of the record that a state change is about, by its kind. */
const FIELDS_OF_KINDS: Readonly<Record<string, string>> = {
  asset_status: 'status',
  job_status: 'status',
  job_late: 'late',
  site_failing: 'failing',
  finding_overdue: 'overdue',
}

/** The fields whose changes have rows of their own in the log, and the states that are names of events. */
const STATES: Partial<Record<FeedModel, readonly string[]>> = {
  Asset: ['status', 'ok', 'overdue', 'decommissioned'],
  Job: ['status', 'late', 'scheduled', 'inProgress', 'paused', 'completed', 'cancelled'],
  Site: ['failing'],
  Finding: ['overdue'],
}

/** `assetType` for `AssetType`. */
export const nounOfModel = (model: string) => `${model.charAt(0).toLowerCase()}${model.slice(1)}`

const camelCase = (state: string) =>
  state.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Whether a trigger is the name of an event. `isField` says whether records of a type have a field. */
export function isTrigger(
  trigger: string,
  isField: (model: FeedModel, field: string) => boolean,
): boolean {
  const [, noun = '', what = ''] = /^(\*|[a-zA-Z]+)\.([a-zA-Z]+)$/.exec(trigger) ?? []
  const models = FEED_MODELS.filter((model) => noun === '*' || nounOfModel(model) === noun)
  return models.some(
    (model) =>
      ACTIONS.some((action) => action === what) ||
      STATES[model]?.includes(what) === true ||
      isField(model, what),
  )
}

/** The type of the event in its payload: the record and what happened, or the state that has changed. */
export const eventType = (row: LogRow): string =>
  `${nounOfModel(row.recordType)}.${row.action === 'state' ? (FIELDS_OF_KINDS[row.kind] ?? row.kind) : row.action}`

/** The triggers that a row of the log fires, with the noun and with `*`. None for a record that is not in the feed of changes. */
export function triggersOf(row: LogRow): readonly string[] {
  if (!isFeedModel(row.recordType)) return []
  const names = whatHappened(row)
  const noun = nounOfModel(row.recordType)
  return names.flatMap((name) => [`${noun}.${name}`, `*.${name}`])
}

function whatHappened(row: LogRow): readonly string[] {
  const states = STATES[row.recordType as FeedModel] ?? []
  if (row.action === 'state') {
    const names = [FIELDS_OF_KINDS[row.kind] ?? '', camelCase(row.toState)]
    return states.filter((state) => names.includes(state))
  }
  // A new record has no fields that have changed. The change of a status has a row of its own.
  if (row.action === 'created') return ['created']
  const fields = row.changes.map(({ field }) => field).filter((field) => !states.includes(field))
  return [row.action, ...fields]
}

/** The changed fields of a row, with the state as the API shows it. */
export function changedFields(row: LogRow) {
  if (row.action !== 'state') return row.changes
  const field = FIELDS_OF_KINDS[row.kind] ?? row.kind
  const shown = (state: string) =>
    field === 'status' ? state.toUpperCase() : String(!state.startsWith('not_'))
  return [{ field, before: shown(row.fromState), after: shown(row.toState) }]
}
