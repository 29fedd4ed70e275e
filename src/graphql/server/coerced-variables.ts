import {
  type DocumentNode,
  type GraphQLInputType,
  GraphQLScalarType,
  type GraphQLSchema,
  Kind,
  TypeInfo,
  type ValueNode,
  type VariableNode,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/*
 * graphql-jit 0.8.9 writes a function that reads the variables, and into it everything that the type of a variable can
 * hold. It never ends where an input type can hold itself, as every filter can. So graphql reads the variables, which
 * has to be done anyway, and graphql-jit is told that all of them are of a scalar that takes what it is given.
 *
 * Of `update(input: { name: $name })` it makes null where `$name` was not given; that would clear what the client left
 * alone. So an argument with a variable inside it becomes one variable, `update(input: $…)`, which graphql reads too.
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

type Values = Readonly<Record<string, unknown>>

interface Lifted {
  readonly name: string
  readonly value: ValueNode
  readonly type: GraphQLInputType
}

/** A document, with variables that were read before, and how its variables come from those that were read. */
export function withCoercedVariables(
  schema: GraphQLSchema,
  original: DocumentNode,
): { document: DocumentNode; valuesOf: (read: Values) => Values } {
  const stem = unusedName(original)
  const lifted: Lifted[] = []
  const types = new TypeInfo(schema)
  const lift = visitWithTypeInfo(types, {
    Argument: (node) => {
      const type = types.getInputType()
      if (!type || node.value.kind === Kind.VARIABLE || !holdsVariable(node.value)) return undefined
      const name = `${stem}${lifted.length}`
      lifted.push({ name, value: node.value, type })
      return { ...node, value: variableNamed(name) }
    },
  })
  const withLifted = visit(original, lift)
  const document = visit(withLifted, {
    OperationDefinition: (node) => ({
      ...node,
      variableDefinitions: [
        ...(node.variableDefinitions ?? []).map(({ variable }) => variable),
        ...lifted.map(({ name }) => variableNamed(name)),
      ].map((variable) => ({ kind: Kind.VARIABLE_DEFINITION, variable, type: coercedType })),
    }),
  })
  return {
    document,
    valuesOf: (read) =>
      lifted.length === 0 ? read : { ...read, ...Object.fromEntries(valuesIn(lifted, read)) },
  }
}

const variableNamed = (name: string): VariableNode => ({
  kind: Kind.VARIABLE,
  name: { kind: Kind.NAME, value: name },
})

/** A name that starts no variable of the document: it is longer than each. */
function unusedName(document: DocumentNode): string {
  let name = 'lifted'
  visit(document, { Variable: (node) => void (name += `_${node.name.value}`) })
  return name
}

function holdsVariable(value: ValueNode): boolean {
  let holds = false
  visit(value, { Variable: () => void (holds = true) })
  return holds
}

const valuesIn = (lifted: readonly Lifted[], read: Values) =>
  lifted
    .map(({ name, value, type }) => [name, valueFromAST(value, type, read)] as const)
    .filter(([, value]) => value !== undefined)
