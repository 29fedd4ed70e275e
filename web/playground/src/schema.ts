import {
  buildClientSchema,
  getIntrospectionQuery,
  type GraphQLSchema,
  type IntrospectionQuery,
  isInputObjectType,
  isNonNullType,
  lexicographicSortSchema,
} from 'graphql'
import { examples } from './examples.js'
import { addFieldExamples } from './field-examples.js'
import { sendAsUser } from './session.js'

/** The schema with types, fields and arguments by name, and with examples of fields. Undefined if the user may not read it. */
export async function readSchema(): Promise<GraphQLSchema | undefined> {
  const query = getIntrospectionQuery({
    inputValueDeprecation: true,
    schemaDescription: true,
    oneOf: true,
  })
  const { response } = await sendAsUser({ query, operationName: 'IntrospectionQuery' })
  const data = response.data as unknown as IntrospectionQuery | null | undefined
  if (!data) return undefined
  const schema = lexicographicSortSchema(buildClientSchema(data))
  allowOmittedDefaults(schema)
  addFieldExamples(schema, await examples)
  return schema
}

/** The editor of variables underlines an input without each field whose type ends in `!`, also if the field has a default value. */
function allowOmittedDefaults(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.defaultValue !== undefined && isNonNullType(field.type))
        field.type = field.type.ofType
    }
  }
}
