import {
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { ModelName } from '../../src/db/read/model.js'
import { relationPath } from '../../src/db/read/models.js'
import { rulesOf } from '../../src/domain/model/models.js'
import { modelFieldOf } from '../../src/graphql/operation/model-fields.js'

/** A field of a node type: `Site.address.street`. */
export interface GraphField {
  readonly path: string
  readonly model: ModelName
  /**
   * Whether the field has the value of a field of the read model, such as `site.uuid`, or is an object that contains
   * this value.
   */
  readonly matches: (from: string) => boolean
}

/** The fields of all node types, sorted by type. */
export const graphFieldsOf = (schema: GraphQLSchema): GraphField[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'))
    .sort((one, other) => one.name.localeCompare(other.name))
    .flatMap(fieldsOf)

function fieldsOf(type: GraphQLObjectType): GraphField[] {
  const model = type.name as ModelName
  return Object.keys(type.getFields()).flatMap((name) => {
    const parts = rulesOf(model).embedded?.[name]
    if (!parts) return [{ path: `${model}.${name}`, model, matches: matcherOf(model, name) }]
    return Object.entries(parts).map(([part, field]) => ({
      path: `${model}.${name}.${part}`,
      model,
      matches: (from: string) => from === field,
    }))
  })
}

/** A to-many relation refers to its own record by one of these columns, which are not foreign keys. */
const KEYS: readonly string[] = ['id', 'uuid']

/** A relation also matches its foreign key, and the fields of the related record. */
function matcherOf(model: ModelName, name: string): GraphField['matches'] {
  const field = modelFieldOf(model, name)
  const steps = relationPath(model, field)
  const [step] = steps ?? []
  const names = [field]
  if (name !== 'id') names.push(name)
  if (step && steps?.length === 1 && !KEYS.includes(step.own)) names.push(step.own)
  return (from) => names.includes(from) || (steps !== undefined && from.startsWith(`${field}.`))
}

/** The fields of a mutation's input, with those of nested inputs that are not in a list: `['address', 'street']`. */
export function inputFieldsOf(schema: GraphQLSchema, typeName: string): string[][] {
  const type = schema.getType(typeName)
  if (!isInputObjectType(type)) return []
  return Object.values(type.getFields()).flatMap((field) => {
    const fieldType = isNonNullType(field.type) ? field.type.ofType : field.type
    if (!isInputObjectType(fieldType)) return [[field.name]]
    return inputFieldsOf(schema, fieldType.name).map((path) => [field.name, ...path])
  })
}
