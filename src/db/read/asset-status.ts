import type { Expression } from './derived.js'

/**
 * Whether the next inspection is due. Never null. An index can serve the comparison, because one side is the column
 * alone.
 */
export const due: Expression = ({ column }) =>
  `${column('nextInspection')} is not null and ${column('nextInspection')} < now()`

/** The statuses of an asset, with conditions that are never null. The first status whose condition is true applies. */
const statuses: readonly (readonly [status: string, condition: Expression])[] = [
  ['decommissioned', ({ column }) => `${column('decommissionedAt')} is not null`],
  ['defective', ({ column }) => column('defective')],
  ['overdue', due],
  ['ok', () => 'true'],
]

/** The statuses in the order in which an ascending order sorts assets: ok, overdue, defective, decommissioned. */
export const ASSET_STATUSES = statuses.map(([status]) => status).reverse()

/** The first status whose condition is true. */
export const assetStatus: Expression = (scope) => firstOf(scope, (status) => `'${status}'`)

/** The index of the status in `ASSET_STATUSES`. */
export const assetStatusRank: Expression = (scope) =>
  firstOf(scope, (status) => String(ASSET_STATUSES.indexOf(status)))

const firstOf = (scope: Parameters<Expression>[0], value: (status: string) => string) =>
  `case ${statuses.map(([status, condition]) => `when ${condition(scope)} then ${value(status)}`).join(' ')} end`

/**
 * The condition that an asset's status is one of `wanted`. It consists of comparisons with columns, which an index can
 * serve. No index serves a comparison with the `case` expression of `status`.
 */
export const assetStatusIsOneOf =
  (wanted: readonly string[]): Expression =>
  (scope) => {
    const alternatives = statuses.flatMap(([status, condition], index) => {
      if (!wanted.includes(status)) return []
      const earlier = statuses.slice(0, index).map(([, other]) => `not (${other(scope)})`)
      return [`(${[...earlier, condition(scope)].join(' and ')})`]
    })
    return alternatives.length === 0 ? 'false' : `(${alternatives.join(' or ')})`
  }
