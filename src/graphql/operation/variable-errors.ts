import {
  type ASTNode,
  coerceInputValue,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  isInputType,
  Kind,
  typeFromAST,
  type VariableDefinitionNode,
  visit,
} from 'graphql'
import { withCode } from '../errors.js'

type Path = readonly (string | number)[]
type Variables = Readonly<Record<string, unknown>>

/**
 * Adds `extensions.path` to the errors of variables: the path of the invalid value in the argument `input`, in the
 * format of `UserError.field`. The path of a value in another argument begins with the argument's name.
 */
export function withPaths(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
  errors: readonly GraphQLError[],
): GraphQLError[] {
  const places = placesOf(document)
  const pathsBelow = new Map<ASTNode, Path[]>()
  return errors.map((error) => {
    const [node] = error.nodes ?? []
    const name = node && variableOf(node)
    const place = name === undefined ? undefined : places.get(name)
    if (!node || !place) return error
    let paths = pathsBelow.get(node)
    if (!paths) pathsBelow.set(node, (paths = invalidPaths(schema, node, variables)))
    const [first, ...rest] = [...place, ...(paths.shift() ?? [])].map(String)
    const path = first === 'input' ? rest : [first, ...rest]
    return new GraphQLError(error.message, { nodes: node, extensions: { path } })
  })
}

const variableOf = (node: ASTNode): string | undefined => {
  if (node.kind === Kind.VARIABLE_DEFINITION) return node.variable.name.value
  return node.kind === Kind.VARIABLE ? node.name.value : undefined
}

/** The first use of each variable: the argument's name, and the path of the variable in the argument's value. */
function placesOf(document: DocumentNode): Map<string, Path> {
  const places = new Map<string, Path>()
  visit(document, {
    VariableDefinition: () => false,
    Variable({ name }, _key, parent, path, ancestors) {
      if (!parent || places.has(name.value)) return
      const parents = [...ancestors, parent]
      const place = parents.flatMap((each, index): Path => {
        if (!('kind' in each)) return isList(parents[index - 1]) ? [path[index] ?? 0] : []
        return each.kind === Kind.ARGUMENT || each.kind === Kind.OBJECT_FIELD
          ? [each.name.value]
          : []
      })
      places.set(name.value, place)
    },
  })
  return places
}

const isList = (node: ASTNode | readonly ASTNode[] | undefined) =>
  node !== undefined && 'kind' in node && node.kind === Kind.LIST

/** graphql-js reports a missing or unknown field with the path of its object; only the message names the field. */
const FIELD_OF_OBJECT = /^Field "(\w+)" (?:of required type|is not defined by type)/

/** The paths in a variable's value that cannot be coerced, in the order in which graphql-js reports them. */
function invalidPaths(schema: GraphQLSchema, node: ASTNode, variables: Variables): Path[] {
  if (node.kind !== Kind.VARIABLE_DEFINITION) return []
  const { type: typeNode, variable }: VariableDefinitionNode = node
  const type = typeFromAST(schema, typeNode as never)
  const value = variables[variable.name.value]
  if (!isInputType(type) || value === undefined || value === null) return []
  const paths: Path[] = []
  coerceInputValue(value, type, (path, _value, { message }) => {
    const [, field] = FIELD_OF_OBJECT.exec(message) ?? []
    paths.push(field === undefined ? [...path] : [...path, field])
  })
  return paths
}

/** The error of a variable as a client sees it: the request is not executed. */
export const asBadInput = (error: GraphQLError) =>
  new GraphQLError(error.message, {
    ...(error.nodes && { nodes: error.nodes }),
    originalError: error,
    extensions: { ...error.extensions, ...withCode('BAD_USER_INPUT'), http: { status: 400 } },
  })
