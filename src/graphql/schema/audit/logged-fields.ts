import { getNamedType, type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql'

/** The types whose fields the log has as fields of the record that they are a part of. */
const PARTS = ['Address', 'NotificationPreferences', 'Profile']

const known = new WeakMap<GraphQLSchema, Map<string, ReadonlySet<string>>>()

/**
 * The names that a change of a record can have in the log: the fields of its type, of its parts, and of the inputs of its mutations. The
 * log has a reference as `…Id`, and a list of references as `…Ids`.
 */
export function loggedFields(schema: GraphQLSchema, model: string): ReadonlySet<string> {
  const ofSchema = known.get(schema) ?? new Map<string, ReadonlySet<string>>()
  known.set(schema, ofSchema)
  const fields = ofSchema.get(model) ?? findFields(schema, model)
  ofSchema.set(model, fields)
  return fields
}

function findFields(schema: GraphQLSchema, model: string): ReadonlySet<string> {
  const type = schema.getType(model)
  const own = isObjectType(type) ? Object.values(type.getFields()) : []
  const parts = own.flatMap((field) => {
    const part = getNamedType(field.type)
    return isObjectType(part) && PARTS.includes(part.name) ? Object.keys(part.getFields()) : []
  })
  const inputs = [`Create${model}Input`, `Update${model}Input`].flatMap((name) => {
    const input = schema.getType(name)
    return isInputObjectType(input) ? Object.keys(input.getFields()) : []
  })
  const names = [...own.map(({ name }) => name), ...parts, ...inputs]
  return new Set(names.flatMap((name) => [name, `${name}Id`, `${name.replace(/s$/, '')}Ids`]))
}
