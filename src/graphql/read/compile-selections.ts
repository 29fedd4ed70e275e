import { getNamedType, type GraphQLObjectType, isObjectType } from 'graphql'
import {
  compileSelection,
  type Selection as RecordSelection,
  type CompiledSelection,
} from '../../db/read/compiled-selection.js'
import type { GroupName, ModelName } from '../../db/read/model.js'
import { isNodeType, sourceOf } from '../operation/model-fields.js'
import type { SelectedField } from '../operation/selection.js'

export type ConnectionSelection = ReturnType<typeof compileConnection>

/** Compiles what a field selects of its connection. */
export function compileConnection({ name, fields, objectType }: SelectedField) {
  const type = getNamedType(objectType?.getFields()['nodes']?.type)
  if (!isObjectType(type)) throw new Error(`expected a connection, got ${name}`)
  const has = (part: string) => fields.some((each) => each.name === part)
  const nodes = fields.flatMap((each) => {
    if (each.name === 'nodes') return [each]
    return each.name === 'edges' ? each.fields.filter((part) => part.name === 'node') : []
  })
  return {
    record: compileRecords(type, nodes),
    /** Whether the page must be read, even if only for `pageInfo`. */
    needsRows: has('nodes') || has('edges') || has('pageInfo'),
    edges: has('edges'),
    pageInfo: has('pageInfo'),
    totalCount: has('totalCount'),
  }
}

/** Compiles what a field with statistics selects of its groups. */
export function compileGroups({ name, fields, objectType }: SelectedField) {
  const type = getNamedType(objectType?.getFields()['nodes']?.type)
  if (!isObjectType(type)) throw new Error(`expected statistics, got ${name}`)
  const nodes = fields.filter((each) => each.name === 'nodes')
  return compileSelection(type.name as GroupName, recordSelection(type, nodes))
}

/** Compiles what a field selects of its record. */
export function compileRecord(field: SelectedField): CompiledSelection {
  if (!field.objectType) throw new Error(`expected a record, got ${field.name}`)
  return compileRecords(field.objectType, [field])
}

/** Compiles what several fields together select of records of a type. */
export const compileRecords = (
  type: GraphQLObjectType,
  fields: readonly SelectedField[],
): CompiledSelection => compileSelection(type.name as ModelName, recordSelection(type, fields))

/** Finds the payload's field with the record or records, and compiles what all aliases of the field select. */
export function compilePayload({ name, fields, objectType }: SelectedField) {
  for (const { name: field, type: fieldType } of Object.values(objectType?.getFields() ?? {})) {
    const type = getNamedType(fieldType)
    if (!isObjectType(type) || !isNodeType(type)) continue
    const records = fields.filter((each) => each.name === field)
    return { field, shape: compileRecords(type, records) }
  }
  throw new Error(`expected a payload with a record, got that of ${name}`)
}

/** Merges what several fields select of a record. All aliases of a field become one property. */
function recordSelection(
  type: GraphQLObjectType,
  parents: readonly SelectedField[],
): RecordSelection {
  const model = type.name as ModelName
  const selected: Record<string, RecordSelection[string]> = {}
  for (const [name, fields] of byName(type, parents)) {
    const to = fields[0]?.objectType
    const source = sourceOf(model, name, to)
    const { kind, field } = source
    if (to && kind === 'embedded') {
      const parts = [...byName(to, fields).keys()]
      selected[name] = { of: field, select: Object.fromEntries(parts.map((part) => [part, part])) }
    } else if (kind === 'list' || kind === 'statistics' || kind === 'figures') {
      // The DataLoader needs the id of the parent.
      selected['databaseId'] = 'id'
    } else if (kind === 'about') {
      // The DataLoader needs the UUID of the record.
      const { uuid } = source.columns
      selected[uuid] = uuid
    } else if (to && kind === 'record') {
      selected[name] = { of: field, select: recordSelection(to, fields) }
    } else {
      selected[name] = field
    }
  }
  return selected
}

/** The fields that the parents select of an object of a type, grouped by name. Meta fields are left out. */
function byName(type: GraphQLObjectType, parents: readonly SelectedField[]) {
  const found = new Map<string, SelectedField[]>()
  for (const field of parents.flatMap(({ selection }) => selection.fieldsOf(type))) {
    if (!field.definition) continue
    const merged = found.get(field.name)
    if (merged) merged.push(field)
    else found.set(field.name, [field])
  }
  return found
}
