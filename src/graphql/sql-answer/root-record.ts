import { type GraphQLObjectType, isInterfaceType, type GraphQLSchema } from 'graphql'
import { validate as isUuid } from 'uuid'
import type { ModelName } from '../../db/read/model.js'
import { type Condition, pageSql } from '../../db/read/page.js'
import type { SelectedField } from '../operation/selection.js'
import { requireFewIds } from '../read/lookups.js'
import { concatSql, literal, NeedsResolvers, type SqlContext } from './json.js'
import { Records } from './record.js'
import type { PlanSize } from './shared-read.js'

type WriteSql = (context: SqlContext) => string

/**
 * SQL of the JSON of the company's one record that satisfies a condition; `null` if there is none. Removed records do not
 * count unless `removed` is set.
 */
export function oneRecord(
  size: PlanSize,
  type: GraphQLObjectType,
  fields: readonly SelectedField[],
  condition: (context: SqlContext) => Condition,
  { removed = false } = {},
): WriteSql {
  const write = recordOrNull(size, type, fields, condition, removed)
  return (context) => `coalesce(${write(context)}, 'null')`
}

function recordOrNull(
  size: PlanSize,
  type: GraphQLObjectType,
  fields: readonly SelectedField[],
  condition: (context: SqlContext) => Condition,
  removed = false,
): WriteSql {
  const records = new Records(type.name as ModelName, size)
  const json = records.json(type, fields)
  size.lookups += 1 + records.projection.lookups
  return (context) => {
    const request = { where: [condition(context)], order: [], limit: 1, removed }
    const page = pageSql(context.statement, records.model, records.columns, request)
    return `(select ${concatSql(json, context)} from ${records.from(page.sql, context)})`
  }
}

/** The condition that a record has the UUID of the row `wanted`. */
const isWanted: Condition = ({ column }) => `${column('uuid')} = wanted.id`

/**
 * SQL of the JSON of the record, of whatever type, with the UUID of the row `wanted`; `null` if there is none. The types
 * with the most selected fields are tried first.
 */
function anyRecord(size: PlanSize, schema: GraphQLSchema, field: SelectedField): WriteSql {
  const node = schema.getType('Node')
  if (!isInterfaceType(node)) throw new NeedsResolvers()
  const types = schema
    .getPossibleTypes(node)
    .map((type) => ({ type, fields: field.selection.fieldsOf(type) }))
    .sort((one, other) => other.fields.length - one.fields.length)
  const writes = types.map(({ type, fields }) => recordOrNull(size, type, fields, () => isWanted))
  return (context) => `coalesce(${writes.map((write) => write(context)).join(', ')}, 'null')`
}

/** SQL for `node`: the record with an id. */
export function nodeSql(
  size: PlanSize,
  schema: GraphQLSchema,
  field: SelectedField,
  idOf: (context: SqlContext) => string,
): WriteSql {
  const record = anyRecord(size, schema, field)
  return (context) => {
    const id = context.statement.parameter(uuidOrNull(idOf(context)), 'uuid')
    return `(select ${record(context)} from (select ${id} as id) wanted)`
  }
}

/** SQL for `nodes`: the records with some ids, in their order. */
export function nodesSql(
  size: PlanSize,
  schema: GraphQLSchema,
  field: SelectedField,
  idsOf: (context: SqlContext) => readonly string[],
): WriteSql {
  const record = anyRecord(size, schema, field)
  size.lookups = Infinity
  return (context) => {
    const ids = idsOf(context)
    requireFewIds(ids)
    const parameter = context.statement.parameter(ids.map(uuidOrNull), 'uuid[]')
    return `(select concat(${literal('[')}, string_agg(${record(context)}, ',' order by wanted.place), ']')
      from unnest(${parameter}) with ordinality wanted (id, place))`
  }
}

const uuidOrNull = (id: string) => (isUuid(id) ? id : null)
