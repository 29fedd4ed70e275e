import { isInterfaceType } from 'graphql'
import { validate as isUuid } from 'uuid'
import type { ModelName } from '../../db/read/model.js'
import type { Condition, Removed } from '../../db/read/filter.js'
import { type PageRequest, pageSql } from '../../db/read/page.js'
import { mayRead } from '../operation/read-policies.js'
import type { SelectedField } from '../operation/selection.js'
import { refuseTooManyIds } from '../read/lookups.js'
import {
  concatSql,
  NeedsResolvers,
  type ObjectSelection,
  type SqlContext,
  type SqlFragment,
} from './json.js'
import { Records } from './record.js'
import type { PlanSize } from './shared-read.js'
import { REFUSED } from './statistics.js'

/**
 * SQL for the JSON of the one record of the company that satisfies a condition; `null` if there is none. `removed` says
 * whether to find removed records.
 */
export function oneRecord(
  size: PlanSize,
  selection: ObjectSelection,
  condition: (context: SqlContext) => Condition,
  { removed }: Pick<PageRequest, 'removed'> = {},
): SqlFragment {
  const write = recordOrNull(size, selection, condition, removed)
  return (context) => `coalesce(${write(context)}, 'null')`
}

function recordOrNull(
  size: PlanSize,
  selection: ObjectSelection,
  condition: (context: SqlContext) => Condition,
  removed?: Removed,
): SqlFragment {
  if (!selection.objectType) throw new NeedsResolvers()
  const records = new Records(selection.objectType.name as ModelName, size)
  const json = records.json(selection)
  size.lookups += 1 + records.projection.lookups
  return (context) => {
    const where = [condition(context)]
    const request = { where, order: [], limit: 1, ...(removed && { removed }) }
    const page = pageSql(context.statement, records.model, records.columns, request)
    return `(select ${concatSql(json, context)} from ${records.from(page.sql, context)})`
  }
}

/** The condition that a record has the UUID of the row `wanted`. */
const isWanted: Condition = ({ column }) => `${column('uuid')} = wanted.id`

/**
 * SQL that finds the record, of any type, whose UUID is `wanted.id`, and returns its JSON; `null` if there is none. The
 * types with the most selected fields are tried first. A record that the viewer's role may not read is `REFUSED`: then the
 * resolvers add the error.
 */
function anyRecord(size: PlanSize, field: SelectedField): SqlFragment {
  const writes = nodeSelections(size, field)
    .sort((one, other) => other.fields.length - one.fields.length)
    .map(({ objectType, fields }) => {
      const write = recordOrNull(size, { objectType, fields }, () => isWanted)
      return (context: SqlContext) =>
        mayRead(context.viewer, objectType.name)
          ? write(context)
          : `(select '${REFUSED}' where ${write(context)} is not null)`
    })
  return (context) => `coalesce(${writes.map((write) => write(context)).join(', ')}, 'null')`
}

/** What a field selects of each type of records. */
function nodeSelections({ schema }: PlanSize, { selection }: SelectedField) {
  const node = schema.getType('Node')
  if (!isInterfaceType(node)) throw new NeedsResolvers()
  return schema
    .getPossibleTypes(node)
    .map((objectType) => ({ objectType, fields: selection.fieldsOf(objectType) }))
}

/**
 * SQL for the record that an audit entry is about, even if it is removed: `type` and `uuid` are the SQL of its type and UUID.
 * Admins, who alone can read entries, can read records of all types.
 */
export function auditedRecord(
  size: PlanSize,
  field: SelectedField,
  { type, uuid }: { readonly type: string; readonly uuid: string },
): SqlFragment {
  const isAudited: Condition = ({ column }) => `${column('uuid')} = ${uuid}`
  const writes = nodeSelections(size, field).map((selection) => {
    const write = recordOrNull(size, selection, () => isAudited, 'include')
    return (context: SqlContext) => `when '${selection.objectType.name}' then ${write(context)}`
  })
  return (context) =>
    `coalesce(case ${type} ${writes.map((write) => write(context)).join(' ')} end, 'null')`
}

/** SQL for `node`: the record with an id. */
export function nodeSql(
  size: PlanSize,
  field: SelectedField,
  idOf: (context: SqlContext) => string,
): SqlFragment {
  const record = anyRecord(size, field)
  return (context) => {
    const id = context.statement.parameter(uuidOrNull(idOf(context)), 'uuid')
    return `(select ${record(context)} from (select ${id} as id) wanted)`
  }
}

/** SQL for `nodes`: the records with the given ids, in the order of the ids. */
export function nodesSql(
  size: PlanSize,
  field: SelectedField,
  idsOf: (context: SqlContext) => readonly string[],
): SqlFragment {
  const record = anyRecord(size, field)
  size.lookups = Infinity
  return (context) => {
    const ids = idsOf(context)
    refuseTooManyIds(ids)
    const parameter = context.statement.parameter(ids.map(uuidOrNull), 'uuid[]')
    return `(select concat('[', string_agg(${record(context)}, ',' order by wanted.place), ']')
      from unnest(${parameter}) with ordinality wanted (id, place))`
  }
}

const uuidOrNull = (id: string) => (isUuid(id) ? id : null)
