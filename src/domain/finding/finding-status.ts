import { FindingStatus } from '../../db/generated/prisma/enums.js'
import { computed, count, type DerivedField, type Expression, LIVE } from '../../db/read/derived.js'
import { nowBesideMoments } from '../log-mark/moments.js'

export const FINDING_STATUSES = Object.values(FindingStatus)

/** SQL: the finding is open. A constant, because PostgreSQL uses a partial index only if the text implies its condition. */
const isOpen = (status: string) => `${status} = 'open'`

/** Whether the finding is open and its due date is past. */
export const overdue = computed<boolean>(
  ({ column }) =>
    `(${isOpen(column('status'))} and ${column('dueAt')} < ${nowBesideMoments('due dates of findings')})`,
)

/** The number of open findings of a record. `ofAsset` is the SQL condition on a finding `x`. */
const openFindings = (ofAsset: Expression): DerivedField<number> =>
  count('finding', (scope) => `${ofAsset(scope)} and ${isOpen('x.status')} and ${LIVE}`)

/** SQL: the asset of the finding `x` is in a zone `z`, for which a condition holds. */
const isInZone =
  (condition: Expression): Expression =>
  (scope) =>
    `x.asset_id in (select a.id from asset a
      join zone z on z.company_id = ${scope.company} and z.id = a.zone_id
      where a.company_id = ${scope.company} and ${condition(scope)})`

export const openFindingsOfAsset = openFindings(({ column }) => `x.asset_id = ${column('id')}`)

export const openFindingsOfSite = openFindings(
  isInZone(({ column }) => `z.site_id = ${column('id')}`),
)

export const openFindingsOfClient = openFindings(
  isInZone(
    ({ column, company }) =>
      `z.site_id in (select s.id from site s where s.company_id = ${company} and s.client_id = ${column('id')})`,
  ),
)
