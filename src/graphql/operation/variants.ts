import type { DocumentNode } from 'graphql'
import { conditionalVariables, prune } from './prune.js'

/** A document with many boolean variables has many variants; those beyond this number are made anew each time. */
const MOST_VARIANTS = 16

/**
 * What is made once of each way through a document: an operation, and what its `@skip` and `@include` leave of it. It
 * hangs on the document, and goes with it. `make` is given the document without these directives.
 */
export function variantsOf<Variant>(
  make: (document: DocumentNode, operationName: string | undefined) => Variant,
): (
  document: DocumentNode,
  operationName: string | undefined,
  variables: Readonly<Record<string, unknown>>,
) => Variant {
  const known = new WeakMap<DocumentNode, Map<string, Variant>>()
  return (document, operationName, variables) => {
    let variants = known.get(document)
    if (!variants) known.set(document, (variants = new Map<string, Variant>()))
    const decisions = conditionalVariables(document).map((name) => (variables[name] ? 1 : 0))
    const key = `${decisions.join('')} ${operationName ?? ''}`
    if (variants.has(key)) return variants.get(key) as Variant
    const variant = make(prune(document, variables), operationName)
    if (variants.size < MOST_VARIANTS) variants.set(key, variant)
    return variant
  }
}
