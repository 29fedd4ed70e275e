import { mergeAst } from '@graphiql/toolkit'
import {
  type ASTNode,
  type FieldNode,
  type GraphQLSchema,
  type InlineFragmentNode,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { ExampleDocuments } from '../../../scripts/docs-site/reference/example-documents.js'
import type { Example } from './example.js'

/** An example that has more lines selects less of what is below its field. */
const MAX_LINES = 16

/** Then it has the fields of the records of a list, such as `nodes { code }`. */
const DEPTH = 1

/**
 * Adds an example to the description of each field: the shortest example of the playground that selects the field, as a document that
 * selects nothing else; without one, the document that the reference of the schema has. The documentation and the editor show
 * descriptions as Markdown.
 */
export function addFieldExamples(schema: GraphQLSchema, examples: readonly Example[]): void {
  const shortest = new Map<object, { description: string; text: string }>()
  for (const { title, query } of examples) {
    const types = new TypeInfo(schema)
    const enter = (
      node: FieldNode,
      _key: unknown,
      _parent: unknown,
      _path: unknown,
      ancestors: readonly (ASTNode | readonly ASTNode[])[],
    ) => {
      const field = types.getFieldDef()
      if (!field) return
      const text = exampleOf(node, ancestors)
      const known = shortest.get(field)
      if (known && known.text.length <= text.length) return
      const description = known?.description ?? field.description ?? ''
      shortest.set(field, { description, text })
      field.description = described(description, `Example, from “${title}”:`, text)
    }
    // A part of a document with fragments would need their definitions.
    const withoutFragments = mergeAst(parse(query), schema)
    visit(withoutFragments, visitWithTypeInfo(types, { Field: { enter } }))
  }
  const documents = new ExampleDocuments(schema)
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || !(isObjectType(type) || isInterfaceType(type))) continue
    for (const field of Object.values(type.getFields())) {
      if (!shortest.has(field))
        field.description = described(field.description, 'Example:', documents.of(type, field))
    }
  }
}

const described = (description: string | null | undefined, title: string, text: string) =>
  `${description ?? ''}\n\n${title}\n\n\`\`\`graphql\n${text}\n\`\`\``

function exampleOf(field: FieldNode, ancestors: readonly (ASTNode | readonly ASTNode[])[]): string {
  const text = print(only(field, ancestors))
  return text.split('\n').length > MAX_LINES
    ? print(only(shortened(field, DEPTH), ancestors))
    : text
}

/** The operation that selects a field, without the other fields and their variables. */
function only(
  field: SelectionNode,
  ancestors: readonly (ASTNode | readonly ASTNode[])[],
): OperationDefinitionNode {
  let selected = field
  for (const node of ancestors.toReversed()) {
    if (!('kind' in node)) continue
    if (node.kind === Kind.FIELD || node.kind === Kind.INLINE_FRAGMENT) {
      selected = { ...node, selectionSet: selectionOf([selected]) }
    } else if (node.kind === Kind.OPERATION_DEFINITION) {
      return withUsedVariables({ ...node, selectionSet: selectionOf([selected]) })
    }
  }
  throw new Error('expected a field of an operation')
}

const selectionOf = (selections: readonly SelectionNode[]): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections,
})

function withUsedVariables(operation: OperationDefinitionNode): OperationDefinitionNode {
  const used = new Set<string>()
  const note = { Variable: ({ name }: { name: { value: string } }) => void used.add(name.value) }
  for (const part of [operation.selectionSet, ...(operation.directives ?? [])]) visit(part, note)
  const variableDefinitions = operation.variableDefinitions?.filter(({ variable }) =>
    used.has(variable.name.value),
  )
  return { ...operation, ...(variableDefinitions && { variableDefinitions }) }
}

/** A field without the fields that are more than `depth` levels below its own; but each keeps one, because it needs a selection. */
function shortened<Node extends FieldNode | InlineFragmentNode>(node: Node, depth: number): Node {
  const selections = node.selectionSet?.selections ?? []
  const kept = selections.flatMap((each) => {
    if (each.kind === Kind.FRAGMENT_SPREAD) return []
    if (each.kind === Kind.FIELD && !each.selectionSet) return [each]
    return depth > 0 || each === selections[0] ? [shortened(each, depth - 1)] : []
  })
  return kept.length === 0 ? node : { ...node, selectionSet: selectionOf(kept) }
}
