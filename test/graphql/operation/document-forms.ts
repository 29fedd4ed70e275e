import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type NameNode,
  parse,
  print,
  type SelectionSetNode,
  TypeInfo,
  valueFromASTUntyped,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/** A document and its variables. */
export interface Form {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

const name = (value: string): NameNode => ({ kind: Kind.NAME, value })

/** The same query in other forms: arguments as variables and as default values, selections as fragments, aliases. */
export function formsOf(schema: GraphQLSchema, { query, variables }: Form): Record<string, Form> {
  const document = parse(query, { noLocation: true })
  const moved = withVariables(schema, document)
  const declared = (defaults: boolean) =>
    moved.declarations.map(({ name: at, type, value }) =>
      defaults ? `$${at}: ${type} = ${print(value)}` : `$${at}: ${type}`,
    )
  const values = moved.declarations.map(({ name: at, value }) => [at, valueFromASTUntyped(value)])
  const given: Record<string, unknown> = Object.fromEntries(values)
  return {
    variables: {
      query: declare(moved.document, declared(false)),
      variables: { ...variables, ...given },
    },
    defaults: { query: declare(moved.document, declared(true)), variables },
    fragments: { query: print(withFragments(schema, document)), variables },
    aliases: { query: print(withAliases(document)), variables },
  }
}

/** Replaces each argument that contains no variable by a new variable. */
function withVariables(schema: GraphQLSchema, document: DocumentNode) {
  const declarations: { name: string; type: string; value: ValueNode }[] = []
  const types = new TypeInfo(schema)
  const moved = visit(
    document,
    visitWithTypeInfo(types, {
      Directive: () => false,
      Argument(node) {
        const type = types.getArgument()?.type
        if (!type || print(node.value).includes('$')) return undefined
        const variable = `v${declarations.length}`
        declarations.push({ name: variable, type: type.toString(), value: node.value })
        return { ...node, value: { kind: Kind.VARIABLE, name: name(variable) } }
      },
    }),
  )
  return { document: moved, declarations }
}

/** Adds declarations to the operation, and a space that makes it a new document. */
function declare(document: DocumentNode, declarations: readonly string[]): string {
  if (declarations.length === 0) return print(document)
  const [operation, ...fragments] = document.definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('expected an operation first')
  const known = (operation.variableDefinitions ?? []).map(print)
  const text = `query (${[...known, ...declarations].join(', ')}) ${print(operation.selectionSet)}`
  return [text, ...fragments.map(print)].join('\n')
}

/** Moves the selection set of each field to a named fragment. */
function withFragments(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const fragments: string[] = []
  const types = new TypeInfo(schema)
  const body = visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        leave(node: FieldNode) {
          const type = types.getType()
          if (!node.selectionSet || !type) return undefined
          const fragment = `moved${fragments.length}`
          const on = type.toString().replace(/[[\]!]/g, '')
          fragments.push(`fragment ${fragment} on ${on} ${print(node.selectionSet)}`)
          const spread = { kind: Kind.FRAGMENT_SPREAD, name: name(fragment) } as const
          const selectionSet: SelectionSetNode = {
            kind: Kind.SELECTION_SET,
            selections: [spread, spread],
          }
          return { ...node, selectionSet }
        },
      },
    }),
  )
  return parse([print(body), ...fragments].join('\n'))
}

/** Gives each field without an alias one. Fields with the same name keep a common one, so that they merge as before. */
const withAliases = (document: DocumentNode): DocumentNode =>
  visit(document, {
    Field: (node) => (node.alias ? undefined : { ...node, alias: name(`z_${node.name.value}`) }),
  })
