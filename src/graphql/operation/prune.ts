import {
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  Kind,
  visit,
} from 'graphql'

const CONDITIONAL = new Set(['skip', 'include'])

const known = new WeakMap<DocumentNode, readonly string[]>()

/** The variables that decide a document's `@skip` and `@include` directives. */
export function conditionalVariables(document: DocumentNode): readonly string[] {
  let names = known.get(document)
  if (!names) {
    const found = new Set<string>()
    visit(document, {
      Directive(node) {
        const value = node.arguments?.[0]?.value
        if (CONDITIONAL.has(node.name.value) && value?.kind === Kind.VARIABLE) {
          found.add(value.name.value)
        }
      },
    })
    known.set(document, (names = [...found]))
  }
  return names
}

/**
 * The document without what its `@skip` and `@include` directives exclude, and without these directives. Where
 * variables decide, every field is a node of its own: plans are kept on fields, and a field that stays as it is may
 * spread a fragment that does not.
 */
export function prune(document: DocumentNode, variables: Readonly<Record<string, unknown>>) {
  const varies = conditionalVariables(document).length > 0
  const decide = <Node extends { readonly directives?: readonly DirectiveNode[] }>(node: Node) => {
    const directives = node.directives ?? []
    const conditions = directives.filter(({ name }) => CONDITIONAL.has(name.value))
    if (conditions.length === 0) return varies ? { ...node } : undefined
    if (conditions.some((condition) => excludes(condition, variables))) return null
    return { ...node, directives: directives.filter((each) => !conditions.includes(each)) }
  }
  return visit(document, { Field: decide, FragmentSpread: decide, InlineFragment: decide })
}

function excludes(
  { name, arguments: given }: DirectiveNode | ConstDirectiveNode,
  variables: Readonly<Record<string, unknown>>,
): boolean {
  const value = given?.[0]?.value
  const holds =
    value?.kind === Kind.VARIABLE
      ? Boolean(variables[value.name.value])
      : value?.kind === Kind.BOOLEAN && value.value
  return name.value === 'skip' ? holds : !holds
}
