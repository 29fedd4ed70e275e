import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { ModelName } from '../../src/db/read/model.js'

/** A field of a REST record: `from` is the field of the read model that it is read from. */
export interface RestField {
  /** `Job.start_date`: the record's name in the OpenAPI document, and the field's. */
  readonly path: string
  readonly model: ModelName
  readonly from: string
}

interface FieldType {
  readonly schema: z.ZodType
  readonly fields?: Fields
  readonly selection?: {
    readonly model: ModelName
    readonly select: Readonly<Record<string, unknown>>
  }
}
type Fields = Readonly<Record<string, readonly [type: FieldType, from: string]>>

/** The fields of all records that the subfolders of a set (`asset`, `job`, …) export, sorted by path. */
export async function restFieldsOf(set: 'set-a' | 'set-b'): Promise<RestField[]> {
  const folder = resolve('src', set)
  const files = (await readdir(folder, { recursive: true })).sort()
  const records = new Map<Fields, FieldType>()
  for (const file of files.filter((name) => /[/\\].*\.ts$/.test(name))) {
    const module = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>
    for (const value of Object.values(module)) collect(value as FieldType | undefined, records)
  }
  return [...records.values()]
    .flatMap((record) => {
      const name = nameOf(record.schema)
      return name === undefined ? [] : fieldsOf(name, record)
    })
    .sort((one, other) => one.path.localeCompare(other.path))
}

function collect(type: FieldType | undefined, records: Map<Fields, FieldType>): void {
  if (!type || !(type.schema instanceof z.ZodType) || !type.fields) return
  if (records.has(type.fields)) return
  records.set(type.fields, type)
  for (const [nested] of Object.values(type.fields)) collect(nested, records)
}

/** The name of a record's schema in the OpenAPI document; undefined if the schema is inlined where it is used. */
const nameOf = (schema: z.ZodType): string | undefined =>
  schema instanceof z.ZodNullable ? nameOf(schema.unwrap() as z.ZodType) : schema.meta()?.id

function fieldsOf(path: string, { fields = {}, selection }: FieldType): RestField[] {
  const own = selection?.model
  if (!own) throw new Error(`expected a model of the record ${path}`)
  return Object.entries(fields).flatMap(([name, [type, from]]): RestField[] => {
    const here = `${path}.${name}`
    if (from === 'parent.id') return []
    if (from === 'self') return computedFrom(here, type, own)
    if (type.schema instanceof z.ZodObject && !type.fields) return []
    return [{ path: here, model: own, from }]
  })
}

/**
 * The fields of the read model that a response field with the source `self` is computed from, or the fields of its
 * embedded object.
 */
function computedFrom(path: string, type: FieldType, model: ModelName): RestField[] {
  if (type.fields) return nameOf(type.schema) === undefined ? fieldsOf(path, type) : []
  const selected = Object.values(type.selection?.select ?? {})
  return selected.filter((from) => typeof from === 'string').map((from) => ({ path, model, from }))
}
