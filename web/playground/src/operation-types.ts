import {
  type DocumentNode,
  getNamedType,
  getOperationAST,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  isNonNullType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql'
import { InputTypes, leaf } from './input-types.js'
import type { Operation } from './operation.js'

/** TypeScript: the types `Data` and `Variables` of an operation. Without a schema, or if the query is invalid, any data. */
export function typesOf(operation: Operation, schema: GraphQLSchema | null): string {
  const untyped = 'type Data = Record<string, unknown>\ntype Variables = Record<string, unknown>'
  if (!schema) return untyped
  try {
    const document = parse(operation.query)
    const definition = getOperationAST(document, operation.operationName)
    const root = definition && schema.getRootType(definition.operation)
    if (!root) return untyped
    const writer = new TypeWriter(schema, document)
    const inputs = new InputTypes()
    const variables = (definition.variableDefinitions ?? []).map(
      ({ variable, type, defaultValue }) =>
        `  ${variable.name.value}${type.kind === Kind.NON_NULL_TYPE && !defaultValue ? '' : '?'}: ${inputs.write(typeFromAST(schema, type) as GraphQLInputType)}`,
    )
    return [
      ...inputs.declared,
      `interface Data ${writer.fields(definition.selectionSet, root, '')}`,
      variables.length > 0
        ? `interface Variables {\n${variables.join('\n')}\n}`
        : 'type Variables = Record<string, never>',
    ].join('\n\n')
  } catch {
    return untyped
  }
}

class TypeWriter {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly document: DocumentNode,
  ) {}

  /** The object type of a selection. A field in a fragment, or with a directive, may be missing. */
  fields(set: SelectionSetNode, parent: GraphQLNamedType, indent: string): string {
    const lines = this.lines(set, parent, `${indent}  `, false)
    return `{\n${[...new Map(lines)].map(([, line]) => line).join('\n')}\n${indent}}`
  }

  private lines(
    set: SelectionSetNode,
    parent: GraphQLNamedType,
    indent: string,
    isPartial: boolean,
  ): [string, string][] {
    return set.selections.flatMap((selection): [string, string][] => {
      const mayMiss = isPartial || (selection.directives ?? []).length > 0
      if (selection.kind !== Kind.FIELD) {
        const fragment =
          selection.kind === Kind.INLINE_FRAGMENT ? selection : this.fragment(selection.name.value)
        const name = fragment?.typeCondition?.name.value
        const type = name === undefined ? parent : this.schema.getType(name)
        if (!fragment || !type) return []
        return this.lines(fragment.selectionSet, type, indent, mayMiss || type !== parent)
      }
      const name = selection.alias?.value ?? selection.name.value
      const field = selection.name.value
      const type = hasFields(parent) ? parent.getFields()[field]?.type : undefined
      const written =
        field === '__typename'
          ? 'string'
          : type
            ? this.output(type, selection.selectionSet, indent)
            : 'unknown'
      return [[name, `${indent}${name}${mayMiss ? '?' : ''}: ${written}`]]
    })
  }

  private output(
    type: GraphQLOutputType,
    set: SelectionSetNode | undefined,
    indent: string,
  ): string {
    if (!isNonNullType(type)) return `${this.present(type, set, indent)} | null`
    return this.present(type.ofType, set, indent)
  }

  private present(
    type: GraphQLOutputType,
    set: SelectionSetNode | undefined,
    indent: string,
  ): string {
    if (isListType(type)) return `Array<${this.output(type.ofType, set, indent)}>`
    const named = getNamedType(type)
    if (set && isCompositeType(named)) return this.fields(set, named, indent)
    return leaf(named)
  }

  private fragment(name: string) {
    return this.document.definitions.find(
      (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === name,
    ) as
      Extract<DocumentNode['definitions'][number], { kind: Kind.FRAGMENT_DEFINITION }> | undefined
  }
}

const hasFields = (type: GraphQLNamedType) => isObjectType(type) || isInterfaceType(type)
