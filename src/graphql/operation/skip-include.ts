import {
  type DocumentNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type SelectionNode,
  visit,
} from 'graphql'

/** The values of the variables that decide `@skip` and `@include` directives. */
export type Decisions = Readonly<Record<string, boolean>>

/** The variables that decide a document's `@skip` and `@include` directives. */
export function conditionalVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>()
  visit(document, {
    Directive(node) {
      const value = node.arguments?.[0]?.value
      if (value?.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names]
}

/** Whether `@skip` or `@include` excludes a field or fragment. */
export const isExcluded = (node: SelectionNode, decisions: Decisions): boolean =>
  getDirectiveValues(GraphQLSkipDirective, node, decisions)?.['if'] === true ||
  getDirectiveValues(GraphQLIncludeDirective, node, decisions)?.['if'] === false
