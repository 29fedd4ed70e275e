import { type DocumentNode, GraphQLScalarType, type GraphQLSchema, Kind, visit } from 'graphql'

/*
 * graphql-jit 0.8.9 writes a function that reads the variables, and into it everything that the type of a variable can
 * hold. It never ends where an input type can hold itself, as every filter can. So graphql reads the variables, which
 * has to be done anyway, and graphql-jit is told that all of them are of a scalar that takes what it is given.
 */

const Coerced = new GraphQLScalarType({ name: 'Coerced', parseValue: (value) => value })
const coercedType = {
  kind: Kind.NAMED_TYPE,
  name: { kind: Kind.NAME, value: Coerced.name },
} as const

/** The schema, with the scalar in it besides: it shows in nothing that a client sees. */
export const withCoercedType = (schema: GraphQLSchema): GraphQLSchema =>
  Object.create(schema, {
    getType: {
      value: (name: string) => (name === Coerced.name ? Coerced : schema.getType(name)),
    },
  }) as GraphQLSchema

/** The document, with variables that were read before. */
export const withCoercedVariables = (document: DocumentNode): DocumentNode =>
  visit(document, {
    VariableDefinition: ({ kind, variable }) => ({ kind, variable, type: coercedType }),
  })
