import { type DirectiveNode, type DocumentNode, Kind, visit } from 'graphql'

/** The values of the variables that decide `@skip` and `@include` directives. */
export type Decisions = Readonly<Record<string, boolean>>

const CONDITIONAL = new Set(['skip', 'include'])

/** The variables that decide a document's `@skip` and `@include` directives. */
export function conditionalVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>()
  visit(document, {
    Directive(node) {
      const value = node.arguments?.[0]?.value
      if (CONDITIONAL.has(node.name.value) && value?.kind === Kind.VARIABLE) {
        names.add(value.name.value)
      }
    },
  })
  return [...names]
}

/** Whether `@skip` or `@include` excludes a field or fragment. */
export const isExcluded = (
  { directives = [] }: { readonly directives?: readonly DirectiveNode[] | undefined },
  decisions: Decisions,
): boolean =>
  directives.some((directive) => {
    const name = directive.name.value
    return CONDITIONAL.has(name) && holds(directive, decisions) === (name === 'skip')
  })

function holds({ arguments: given }: DirectiveNode, decisions: Decisions): boolean {
  const value = given?.[0]?.value
  if (value?.kind === Kind.VARIABLE) return decisions[value.name.value] ?? false
  return value?.kind === Kind.BOOLEAN && value.value
}
