import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  getOperationAST,
  type GraphQLInputType,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
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
      `interface Data ${writer.fields([{ set: definition.selectionSet, mayMiss: false }], root, '')}`,
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

  /** The object type of selections. A field that not all types have, or with a directive, may be missing. */
  fields(sets: readonly Selected[], parent: GraphQLCompositeType, indent: string): string {
    const types = isObjectType(parent) ? [parent] : this.schema.getPossibleTypes(parent)
    const perType = types.map((type) => ({ type, selected: this.collect(sets, type) }))
    const names = new Set(perType.flatMap(({ selected }) => [...selected.keys()]))
    const lines = [...names].map((name) => {
      const written = new Set<string>()
      let mayMiss = false
      for (const { type, selected } of perType) {
        const fields = selected.get(name) ?? []
        mayMiss ||= fields.every((each) => each.mayMiss)
        const [first] = fields
        if (first) written.add(this.field(first.field, fields, type, `${indent}  `))
      }
      return `${indent}  ${name}${mayMiss ? '?' : ''}: ${[...written].join(' | ')}`
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }

  /** The fields that are selected of an object of a type, by their names in the response. */
  private collect(
    sets: readonly Selected[],
    type: GraphQLObjectType,
    found = new Map<string, SelectedField[]>(),
  ): Map<string, SelectedField[]> {
    for (const { set, mayMiss: isPartial } of sets)
      for (const selection of set.selections) {
        const mayMiss = isPartial || (selection.directives ?? []).length > 0
        if (selection.kind === Kind.FIELD) {
          const name = selection.alias?.value ?? selection.name.value
          found.set(name, [...(found.get(name) ?? []), { field: selection, mayMiss }])
          continue
        }
        const fragment =
          selection.kind === Kind.INLINE_FRAGMENT ? selection : this.fragment(selection.name.value)
        if (fragment && this.applies(fragment.typeCondition?.name.value, type))
          this.collect([{ set: fragment.selectionSet, mayMiss }], type, found)
      }
    return found
  }

  private applies(condition: string | undefined, type: GraphQLObjectType): boolean {
    const named = condition === undefined ? type : this.schema.getType(condition)
    return named === type || (isAbstractType(named) && this.schema.isSubType(named, type))
  }

  private field(
    { name }: FieldNode,
    fields: readonly SelectedField[],
    parent: GraphQLObjectType,
    indent: string,
  ): string {
    if (name.value === '__typename') return 'string'
    const type = parent.getFields()[name.value]?.type
    if (!type) return 'unknown'
    const sets = fields.flatMap(({ field: { selectionSet: set }, mayMiss }) =>
      set ? [{ set, mayMiss: mayMiss && fields.length > 1 }] : [],
    )
    return this.output(type, sets, indent)
  }

  private output(type: GraphQLOutputType, sets: readonly Selected[], indent: string): string {
    if (!isNonNullType(type)) return `${this.present(type, sets, indent)} | null`
    return this.present(type.ofType, sets, indent)
  }

  private present(type: GraphQLOutputType, sets: readonly Selected[], indent: string): string {
    if (isListType(type)) return `Array<${this.output(type.ofType, sets, indent)}>`
    const named = getNamedType(type)
    return isCompositeType(named) ? this.fields(sets, named, indent) : leaf(named)
  }

  private fragment(name: string) {
    return this.document.definitions.find(
      (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === name,
    ) as
      Extract<DocumentNode['definitions'][number], { kind: Kind.FRAGMENT_DEFINITION }> | undefined
  }
}

interface Selected {
  readonly set: SelectionSetNode
  readonly mayMiss: boolean
}

interface SelectedField {
  readonly field: FieldNode
  readonly mayMiss: boolean
}
