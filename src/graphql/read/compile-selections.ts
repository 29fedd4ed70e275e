import { type GraphQLObjectType, isObjectType } from 'graphql'
import { embeddedObjects, type ModelName, relationPath } from '../../db/read/model.js'
import {
  compileSelection,
  type Selection as RecordSelection,
  type CompiledSelection,
} from '../../db/read/compiled-selection.js'
import { isToMany, modelFieldOf } from '../operation/model-fields.js'
import type { SelectedField, Selection } from '../operation/selection.js'

/** What a document selects of a connection. */
export interface ConnectionSelection {
  readonly shape: CompiledSelection
  /** Whether any record has to be read, if only for `pageInfo`. */
  readonly rows: boolean
  readonly edges: boolean
  readonly pageInfo: boolean
  readonly totalCount: boolean
}

/** What is selected of the connection under a field. */
export function compileConnection(field: SelectedField): ConnectionSelection {
  const has = (name: string) => field.fields.some((each) => each.name === name)
  const nodes = field.fields.flatMap((each) => {
    if (each.name === 'nodes') return [each]
    return each.name === 'edges' ? each.fields.filter(({ name }) => name === 'node') : []
  })
  const connection = field.objectType
  const type = field.objectType?.getFields()['nodes']?.type
  const model = connection?.name.replace(/Connection$/, '') as ModelName
  const [node] = nodes
  const selections = nodes.map(({ selection }) => selection)
  if (!type) throw new Error(`expected a connection, got ${field.name}`)
  return {
    shape: compileSelection(
      model,
      node?.objectType ? recordSelection(node.objectType, selections) : {},
    ),
    rows: has('nodes') || has('edges') || has('pageInfo'),
    edges: has('edges'),
    pageInfo: has('pageInfo'),
    totalCount: has('totalCount'),
  }
}

/** What is selected of the record under a field. */
export const compileRecord = (field: SelectedField): CompiledSelection => {
  const type = field.objectType
  if (!type) throw new Error(`expected a record, got ${field.name}`)
  return compileRecordOfType(type, [field.selection])
}

/** What some selections together select of a record of a type. */
export const compileRecordOfType = (
  type: GraphQLObjectType,
  selections: readonly Selection[],
): CompiledSelection => compileSelection(type.name as ModelName, recordSelection(type, selections))

/** The field of a mutation's payload that holds the record, and what is selected of it, under any aliases. */
export function compilePayload(mutation: SelectedField): {
  readonly field: string
  readonly shape: CompiledSelection
} {
  for (const { name, type } of Object.values(mutation.objectType?.getFields() ?? {})) {
    if (!isObjectType(type) || !type.getInterfaces().some((each) => each.name === 'Node')) continue
    const selections = mutation.fields.filter((each) => each.name === name)
    const shape = compileRecordOfType(
      type,
      selections.map(({ selection }) => selection),
    )
    return { field: name, shape }
  }
  throw new Error(`expected a payload with a record, got that of ${mutation.name}`)
}

/**
 * What some selections together ask of a record of a type. Aliases of one field share a property, because graphql-js
 * resolves both from it.
 */
function recordSelection(
  type: GraphQLObjectType,
  selections: readonly Selection[],
): RecordSelection {
  const model = type.name as ModelName
  const selected: Record<string, RecordSelection[string]> = {}
  for (const [name, fields] of byName(type, selections)) {
    const field = modelFieldOf(model, name)
    const group = embeddedObjects[model]?.[field]
    const [first] = fields
    const to = first?.objectType
    const under = fields.map(({ selection }) => selection)
    if (group && to) {
      const parts = [...byName(to, under).keys()]
      selected[name] = { of: field, select: Object.fromEntries(parts.map((part) => [part, part])) }
    } else if (isToMany(model, field)) {
      // The loader of the connection needs its parent's id.
      selected['databaseId'] = 'id'
    } else if (to && relationPath(model, field)) {
      selected[name] = { of: field, select: recordSelection(to, under) }
    } else {
      selected[name] = field
    }
  }
  return selected
}

function byName(type: GraphQLObjectType, selections: readonly Selection[]) {
  const fields = new Map<string, SelectedField[]>()
  for (const field of selections.flatMap((selection) => selection.fieldsOf(type))) {
    if (!field.definition) continue
    const merged = fields.get(field.name)
    if (merged) merged.push(field)
    else fields.set(field.name, [field])
  }
  return fields
}
