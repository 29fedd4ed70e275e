import { type Expression, lookedUp } from '../../db/read/derived.js'
import { nextInspection } from '../asset/due-date.js'
import { status } from '../asset/asset-status.js'

/** A value of the newest state change of a kind of the record, `x`; null if there is none. */
const newest =
  (kind: string, value: string): Expression =>
  ({ column, company }) =>
    `(select ${value} from state_change x where x.company_id = ${company} and x.record_id = ${column('uuid')}
      and x.kind = '${kind}' order by x.number desc limit 1)`

/**
 * Since when the asset has its status. An asset is overdue since its due date, or since a change of its rule. Without a state change, the
 * status began before the service recorded these: then it is the latest time that is known.
 */
export const assetStatusSince = lookedUp<Date>((scope) => {
  const { column } = scope
  const told = newest('asset_status', 'x.at')(scope)
  return `case ${status.sql(scope)}
    when 'decommissioned' then coalesce(${told}, ${column('decommissionedAt')})
    when 'defective' then coalesce(${told}, ${column('lastInspection')}, ${column('createdAt')})
    when 'overdue' then greatest(${told}, ${nextInspection.sql(scope)})
    else coalesce(${told}, ${column('createdAt')}) end`
})

/** Since when the job has its status. */
export const jobStatusSince = lookedUp<Date>(
  (scope) =>
    `coalesce(${newest('job_status', 'x.at')(scope)}, ${scope.column('cancelledAt')}, ${scope.column('completedAt')},
      ${scope.column('startedAt')}, ${scope.column('createdAt')})`,
)

/** Since when the site is failing; null if it is not. */
export const siteFailingSince = lookedUp<Date | null>(
  newest('site_failing', `case when x.to_state = 'failing' then x.at end`),
)
