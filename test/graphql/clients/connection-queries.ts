import {
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  isEnumType,
  isObjectType,
  isScalarType,
} from 'graphql'
import { schema } from '../../support/graphql.js'

/* One query for each connection of the schema, with the records under it and the records that they refer to. */

type Field = GraphQLField<unknown, unknown>

const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields())
const isNode = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Node')
const keyOf = (type: GraphQLObjectType) => (isNode(type) ? 'id' : 'key')
const isConnection = ({ type }: Field) => getNamedType(type).name.endsWith('Connection')

/**
 * Everything of an object, except lists of records. Of a related record, only what is stored with it. Of statistics, the
 * same in every query, without related records: by default, Apollo's cache replaces an object without an id.
 */
function selectionOf(type: GraphQLObjectType, follow: boolean): string {
  const parts = fieldsOf(type).map((field) => {
    const to = getNamedType(field.type)
    if (isScalarType(to) || isEnumType(to)) return field.name
    if (!isObjectType(to) || isConnection(field)) return ''
    if (to.name.endsWith('Statistics')) return `${field.name} ${selectionOf(to, false)}`
    if (!isNode(to)) return `${field.name} ${selectionOf(to, follow)}`
    return follow ? `${field.name} ${selectionOf(to, false)}` : ''
  })
  return `{ __typename ${parts.filter(Boolean).join(' ')} }`
}

function connectionText(field: Field): string {
  const connection = getNamedType(field.type) as GraphQLObjectType
  const record = getNamedType(connection.getFields()['nodes']!.type) as GraphQLObjectType
  return `${field.name}(first: 4) { __typename totalCount
    pageInfo { __typename hasNextPage hasPreviousPage startCursor endCursor }
    nodes ${selectionOf(record, true)} edges { __typename cursor node { __typename ${keyOf(record)} } } }`
}

const root = schema.getQueryType()!
const lists = fieldsOf(root).filter(isConnection)

/**
 * The path to the records of a type: their list, the field of the viewer's one record, or records of a list that refer to
 * them. The list has other arguments than
 * a connection that is compared: by default, Apollo's cache replaces the whole page of a list with equal arguments.
 */
function parentOf(type: GraphQLObjectType): (text: string) => string {
  const connection = lists.find(
    (field) => getNamedType(field.type).name === `${type.name}Connection`,
  )
  const single = fieldsOf(root).find(
    (field) => getNamedType(field.type) === type && field.args.length === 0,
  )
  if (connection) {
    return (text) => `${connection.name}(first: 5) { __typename nodes { __typename id ${text} } }`
  }
  if (single) return (text) => `${single.name} { __typename id ${text} }`
  for (const list of lists) {
    const nodes = (getNamedType(list.type) as GraphQLObjectType).getFields()['nodes']!
    const listed = getNamedType(nodes.type) as GraphQLObjectType
    const fields = fieldsOf(listed)
    const one = fields.find((field) => getNamedType(field.type) === type)
    const many = fields.find((field) => getNamedType(field.type).name === `${type.name}Connection`)
    if (!one && !many) continue
    const to = (text: string) =>
      one
        ? `${one.name} { __typename id ${text} }`
        : `${many!.name}(first: 3) { __typename nodes { __typename id ${text} } }`
    return (text) =>
      `${list.name}(first: 5) { __typename nodes { __typename ${keyOf(listed)} ${to(text)} } }`
  }
  throw new Error(`expected a query for ${type.name}`)
}

/** The queries by the name of the connection: `sites`, `Site.zones`. */
export const connectionQueries: readonly (readonly [name: string, query: string])[] = [
  ...lists.map((field) => [field.name, `{ ${connectionText(field)} }`] as const),
  ...Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(isNode)
    .flatMap((type) =>
      fieldsOf(type)
        .filter(isConnection)
        .map((field) => {
          const query = `{ ${parentOf(type)(connectionText(field))} }`
          return [`${type.name}.${field.name}`, query] as const
        }),
    ),
]
