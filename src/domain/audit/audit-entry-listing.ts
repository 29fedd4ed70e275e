import { validate as isUuid } from 'uuid'
import type { Position } from '../../db/read/order.js'
import type { Condition } from '../../db/read/filter.js'
import { hasSqlState } from '../../db/unavailable.js'
import { settledSql } from '../change-feed/log-sql.js'
import { type DateTimeRange, isOneOf, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { refersTo } from '../listing/references.js'

export type AuditEntryFilter = FilterOf<typeof auditEntryListing>

const oneOf = (field: string, type: string) => (values: readonly string[]) =>
  isOneOf('AuditEntry', field, type, values)

/**
 * SQL condition: the transaction of the entry is older than the oldest transaction in progress. Transactions can commit in another
 * order than that of their ids: without this limit, a client that follows the log could miss the entries of a transaction
 * that commits later.
 */
export const isSettled: Condition = ({ column, company }) =>
  `${column('transactionId')} < ${settledSql(company)}`

/** In ascending order, the list ends with the settled entries. If entries after the position have been deleted, the statement fails. */
const isFollowed =
  (from?: Position): Condition =>
  (scope) => {
    const { company, parameter } = scope
    const settled = isSettled(scope)
    if (!from) return settled
    const transaction = parameter(from.values[0], 'bigint')
    return `check_audit_position(${company}, ${transaction}, ${parameter(from.id, 'int')}) and ${settled}`
  }

/**
 * The entries of a period. Those of the transactions an hour before to an hour after it are searched, because the time of an
 * entry is that at which its transaction began.
 */
const isWithinTime =
  (range: DateTimeRange): Condition =>
  (scope) => {
    const { column, company, parameter } = scope
    const bound = (time: Date, operator: string, hour: string) =>
      `${column('transactionId')} ${operator} audit_transaction_at(${company}, ${parameter(time, 'timestamptz')} ${hour} interval '1 hour')`
    return [
      isWithin('at')(range)(scope),
      ...(range.from ? [bound(range.from, '>=', '-')] : []),
      ...(range.to ? [bound(range.to, '<', '+')] : []),
    ].join(' and ')
  }

/** Whether a read failed because entries after its position, the cursor of the request, have been deleted. */
export const isDeletedPosition = (error: unknown) => hasSqlState(error, 'FI001')

export const auditEntryListing = {
  model: 'AuditEntry',
  filters: {
    userIds: refersTo('userId', 'User'),
    apiKeyIds: refersTo('apiKeyId', 'ApiKey'),
    recordIds: (ids: readonly string[]) =>
      oneOf('recordId', 'uuid')(ids.filter((id) => isUuid(id))),
    recordTypes: oneOf('recordType', 'text'),
    actions: oneOf('action', 'text'),
    operations: oneOf('operation', 'text'),
    requestIds: oneOf('requestId', 'text'),
    at: isWithinTime,
  },
  orders: { transactionId: 'bigint' },
  defaultOrder: [{ field: 'transactionId', direction: 'desc' }],
  whenAdvancing: isFollowed,
} satisfies AnyListing
