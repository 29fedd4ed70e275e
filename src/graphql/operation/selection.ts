import { type FieldNode, Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'
import { groups, type ModelName, stepsOf } from '../../db/read/model.js'
import type { Selection } from '../../db/read/shape.js'

export type Fragments = GraphQLResolveInfo['fragments']

/** Fields whose name here is not the read model's. */
const renamed: Partial<Record<ModelName, Readonly<Record<string, string>>>> = {
  Asset: { metaData: 'customFieldValues' },
}
const renamedEverywhere: Readonly<Record<string, string>> = { id: 'uuid', databaseId: 'id' }

/** The read model's name of a GraphQL field. */
export const fieldOf = (type: ModelName, name: string): string =>
  renamed[type]?.[name] ?? renamedEverywhere[name] ?? name

/** Whether the field of a type leads to many records, and so is a level of its own. */
export const isEdge = (type: ModelName, name: string): boolean =>
  stepsOf(type, name)?.some((step) => step.kind === 'many') ?? false

/**
 * What some field nodes together ask of a record of a type. Aliases share their field's property, and `@skip` and
 * `@include` are not looked at: what is brought in vain is merely not answered.
 */
export function selectionOf(
  type: ModelName,
  nodes: readonly FieldNode[],
  fragments: Fragments,
): Selection {
  const selection: Record<string, Selection[string]> = {}
  for (const [name, fields] of fieldsOf(type, nodes, fragments)) {
    if (name === '__typename') continue
    const field = fieldOf(type, name)
    const group = groups[type]?.[field]
    const steps = stepsOf(type, field)
    if (group) {
      const parts = [...fieldsOf('', fields, fragments).keys()].filter((part) => part in group)
      selection[name] = { of: field, select: Object.fromEntries(parts.map((part) => [part, part])) }
    } else if (isEdge(type, field)) {
      selection['databaseId'] = 'id'
    } else if (steps) {
      const to = steps.at(-1)?.model ?? type
      selection[name] = { of: field, select: selectionOf(to, fields, fragments) }
    } else {
      selection[name] = field
    }
  }
  return selection
}

/** What has fields under it: a field, or a whole operation. */
export type Selecting = Pick<FieldNode, 'selectionSet'>

const nameOf = ({ name }: FieldNode) => name.value

/**
 * The fields under some nodes, merged by name, or by whatever else `keyOf` says. Fragments on other types than this one
 * are passed over.
 */
export function fieldsOf(
  type: string,
  nodes: readonly Selecting[],
  fragments: Fragments,
  keyOf = nameOf,
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>()
  const applies = (condition: string | undefined) =>
    !condition || condition === type || condition === 'Node' || type === ''

  const collect = (set: SelectionSetNode | undefined) => {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) {
        const merged = fields.get(keyOf(node))
        if (merged) merged.push(node)
        else fields.set(keyOf(node), [node])
        continue
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments[node.name.value]
      if (fragment && applies(fragment.typeCondition?.name.value)) collect(fragment.selectionSet)
    }
  }
  nodes.forEach((node) => {
    collect(node.selectionSet)
  })
  return fields
}
