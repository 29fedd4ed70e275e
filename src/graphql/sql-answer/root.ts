import { getArgumentValues, type GraphQLSchema } from 'graphql'
import type { Condition } from '../../db/read/page.js'
import type { SelectedField } from '../operation/selection.js'
import { hasBarcode, hasCode, hasId, hasUuid } from '../read/lookups.js'
import { connectionRead } from './connection.js'
import { concatSql, NeedsResolvers, type SqlContext } from './json.js'
import { fieldsJson } from './record.js'
import { nodeSql, nodesSql, oneRecord } from './root-record.js'
import { scalarJson } from './scalar.js'
import type { Level, Reference } from './shared-read.js'

type Arguments = Readonly<Record<string, unknown>>

/** Root fields that find one record by another argument than `id`. */
const lookups: Readonly<Record<string, (args: Arguments) => Condition>> = {
  assetByCode: ({ code }) => hasCode(code as string),
  assetByBarcode: ({ data }) => hasBarcode(data as string),
}

/** Adds the read of a root field to the root level. */
export function rootRead(level: Level, schema: GraphQLSchema, field: SelectedField): Reference {
  if (field.objectType?.name.endsWith('Connection')) return connectionRead(level, field)
  const make = () => ({ outputs: 1, write: rootSql(level, schema, field) })
  const key = `${field.name}(${field.argumentsKey()}) ${field.selection.text}`
  return { index: level.share(key, make).index, output: 0 }
}

function rootSql(
  { size }: Level,
  schema: GraphQLSchema,
  field: SelectedField,
): (context: SqlContext) => string {
  const { name, definition, objectType, fields } = field
  if (!definition) throw new NeedsResolvers()
  const argumentsIn = ({ request }: SqlContext): Arguments =>
    getArgumentValues(definition, field.node, { ...request.variables })
  if (name === 'node')
    return nodeSql(size, schema, field, (context) => argumentsIn(context)['id'] as string)
  if (name === 'nodes') {
    return nodesSql(size, schema, field, (context) => argumentsIn(context)['ids'] as string[])
  }
  if (!objectType) throw new NeedsResolvers()
  if (name === 'viewer') return viewerSql(size, field)
  if (name === 'company') return oneRecord(size, objectType, fields, ownCompany)
  const lookup = lookups[name]
  if (lookup) return oneRecord(size, objectType, fields, (context) => lookup(argumentsIn(context)))
  if (definition.args.length !== 1 || definition.args[0]?.name !== 'id') throw new NeedsResolvers()
  return oneRecord(size, objectType, fields, (context) =>
    hasUuid(argumentsIn(context)['id'] as string),
  )
}

const ownUser = ({ viewer }: SqlContext) => hasId(viewer.userId)
const ownCompany = ({ viewer }: SqlContext) => hasId(viewer.companyId)

function viewerSql(size: Level['size'], { objectType, fields }: SelectedField) {
  if (!objectType) throw new NeedsResolvers()
  const json = fieldsJson(
    objectType,
    fields,
    ({ name, definition, objectType: to, fields: under }) => {
      if (name === 'user' && to) return [oneRecord(size, to, under, ownUser)]
      if (name === 'company' && to) return [oneRecord(size, to, under, ownCompany)]
      if (name !== 'role' || !definition) throw new NeedsResolvers()
      const { type } = definition
      return [
        (context) => {
          const role = context.statement.parameter(context.viewer.role, 'text')
          return concatSql(scalarJson(role, type), context)
        },
      ]
    },
  )
  return (context: SqlContext) => concatSql(json, context)
}
