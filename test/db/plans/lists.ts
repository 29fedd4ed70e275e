import {
  assertEnumType,
  assertInputObjectType,
  assertObjectType,
  getNamedType,
  type GraphQLField,
  type GraphQLInputField,
  isEnumType,
  isListType,
  isObjectType,
} from 'graphql'
import { v7 as newUuid } from 'uuid'
import type { ModelName } from '../../../src/db/read/model.js'
import { orderFieldsOf } from '../../../src/domain/listing/listing.js'
import { listingOf } from '../../../src/domain/registry/listings.js'
import { createSchema } from '../../../src/graphql/schema/build-schema.js'

/** Values that few records have, because a filter that matches most records reads most of them. */
const samples: Readonly<Record<string, string>> = {
  ID: `"${newUuid()}"`,
  String: '"A-777"',
  Int: '777',
  Boolean: 'true',
  // `contains` and `between` read the assets of the types that have the field: custom-fields.test.ts has their plans.
  CustomFieldCondition: `{ fieldId: "${newUuid()}", equals: "A-777" }`,
  Duration: '"P1D"',
  DateTimeRange: '{ from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }',
}

const schema = createSchema()
const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter((field) =>
  getNamedType(field.type).name.endsWith('Connection'),
)

/** The field that identifies the records of a list. */
export const keyOf = (list: string) => (['auditLog', 'stateChanges'].includes(list) ? 'key' : 'id')

/** Each list with each of its order fields, in both directions. */
export const orderedPages = lists.flatMap((list) => {
  const order = assertInputObjectType(argumentType(list, 'orderBy'))
  const fields = getNamedType(order.getFields()['field']?.type)
  if (!isEnumType(fields)) return []
  return fields
    .getValues()
    .flatMap(({ name }) => [[list.name, name, 'ASC'] as const, [list.name, name, 'DESC'] as const])
})

/**
 * Whether the order field can be null. If so, the records after a cursor are two ranges of the index, which is read
 * from its start.
 */
export function isNullable(list: string, field: string): boolean {
  const connection = getNamedType(schema.getQueryType()?.getFields()[list]?.type)
  const model = connection?.name.replace('Connection', '') as ModelName
  const name = assertEnumType(schema.getType(`${model}OrderField`)).getValue(field)?.value as string
  const order = listingOf(model).orders[name]
  return order !== undefined && orderFieldsOf(name, order).type.endsWith('null')
}

/** Each list with the to-one relations of its records. */
export const related = lists.flatMap((list) => {
  const connection = assertObjectType(getNamedType(list.type))
  const node = assertObjectType(getNamedType(connection.getFields()['nodes']?.type))
  const relations = Object.values(node.getFields()).filter(({ type, args }) => {
    const to = getNamedType(type)
    return args.length === 0 && isObjectType(to) && to.getInterfaces().length > 0
  })
  return relations.length > 0 ? [[list.name, relations.map(({ name }) => name)] as const] : []
})

/** Each list with each of its filters, and a value for it. */
export const filters = lists.flatMap((list) =>
  Object.values(assertInputObjectType(argumentType(list, 'filter')).getFields())
    .filter(({ name }) => !['and', 'or', 'not'].includes(name))
    .map((field) => [list.name, field.name, sampleOf(field)] as const),
)

function argumentType({ args }: GraphQLField<unknown, unknown>, name: string) {
  return getNamedType(args.find((argument) => argument.name === name)?.type)
}

function sampleOf({ type }: GraphQLInputField): string {
  const named = getNamedType(type)
  const sample = isEnumType(named) ? (named.getValues()[0]?.name ?? '') : samples[named.name]
  if (sample === undefined) throw new Error(`expected a sample of ${named.name}`)
  return isListType(type) ? `[${sample}]` : sample
}
