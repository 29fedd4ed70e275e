import {
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** The depth of nested fields. Introspection does not count: its queries are deep, but read no data. */
export const depthOf = (fragments: Fragments, selection: SelectionSetNode): number =>
  measure(
    fragments,
    selection,
    (depths) => Math.max(0, ...depths),
    (name, below) => (name.startsWith('__') ? 0 : 1 + below),
  )

/** The number of selected fields, with each fragment counted wherever it is spread. */
export const fieldCountOf = (fragments: Fragments, selection: SelectionSetNode): number =>
  measure(
    fragments,
    selection,
    (counts) => counts.reduce((sum, count) => sum + count, 0),
    (_, below) => 1 + below,
  )

/** Measures a selection set. Memoized for each set, because nested fragments can expand to billions of fields. */
function measure(
  fragments: Fragments,
  selection: SelectionSetNode,
  combine: (parts: readonly number[]) => number,
  ofField: (name: string, below: number) => number,
): number {
  const known = new Map<SelectionSetNode, number>()
  const ofSet = (set: SelectionSetNode | undefined): number => {
    if (!set) return 0
    let measured = known.get(set)
    if (measured === undefined) known.set(set, (measured = combine(set.selections.map(ofNode))))
    return measured
  }
  const ofNode = (node: SelectionNode): number => {
    if (node.kind === Kind.FRAGMENT_SPREAD)
      return ofSet(fragments.get(node.name.value)?.selectionSet)
    const below = ofSet(node.selectionSet)
    return node.kind === Kind.FIELD ? ofField(node.name.value, below) : below
  }
  return ofSet(selection)
}
