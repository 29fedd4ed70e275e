import { computed, type Expression, type Scope } from '../../db/read/derived.js'
import { due } from './due-date.js'

/** The first of decommissioned, defective, overdue and ok that applies. */
export type AssetStatus = 'ok' | 'defective' | 'overdue' | 'decommissioned'

/** The statuses of an asset, with conditions that are never null. The first status whose condition is true applies. */
const statuses: readonly (readonly [status: AssetStatus, condition: Expression])[] = [
  ['decommissioned', ({ column }) => `${column('decommissionedAt')} is not null`],
  ['defective', ({ column }) => column('defective')],
  ['overdue', due],
  ['ok', () => 'true'],
]

/** The statuses in the order in which an ascending order sorts assets: ok, overdue, defective, decommissioned. */
export const ASSET_STATUSES = statuses.map(([each]) => each).reverse()

/** The first status whose condition is true. */
export const status = computed<AssetStatus>((scope) => firstOf(scope, (each) => `'${each}'`))

/** The index of the status in `ASSET_STATUSES`. */
export const statusRank = computed<number>((scope) =>
  firstOf(scope, (each) => String(ASSET_STATUSES.indexOf(each))),
)

const firstOf = (scope: Scope, value: (status: AssetStatus) => string) =>
  `case ${statuses.map(([each, condition]) => `when ${condition(scope)} then ${value(each)}`).join(' ')} end`

/**
 * The condition that an asset's status is one of `wanted`. It consists of comparisons with columns, which an index can
 * serve. No index serves a comparison with the `case` expression of `status`.
 */
export const assetStatusIsOneOf =
  (wanted: readonly AssetStatus[]): Expression =>
  (scope) => {
    const alternatives = statuses.flatMap(([each, condition], index) => {
      if (!wanted.includes(each)) return []
      const earlier = statuses.slice(0, index).map(([, other]) => `not (${other(scope)})`)
      return [`(${[...earlier, condition(scope)].join(' and ')})`]
    })
    return alternatives.length === 0 ? 'false' : `(${alternatives.join(' or ')})`
  }
