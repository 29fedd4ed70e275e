import { table } from './specification.js'

const leaves: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  'numeric string': matches(/^\d+$/),
  uuid: matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  timestamp: matches(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  microseconds: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
}

function matches(pattern: RegExp) {
  return (value: unknown) => typeof value === 'string' && pattern.test(value)
}

/**
 * The differences between a value and a type of the specification, which may be a table: fields, their order, their
 * types.
 */
export function mismatchesOf(value: unknown, type: string, path = '$'): string[] {
  if (type.endsWith('?')) return value === null ? [] : mismatchesOf(value, type.slice(0, -1), path)
  const isLeaf = leaves[type]
  if (isLeaf) return isLeaf(value) ? [] : [`${path} is not a ${type}`]
  if (type.startsWith('array of ')) return ofArray(value, type.slice('array of '.length), path)
  if (type.startsWith('page of ')) {
    const { data } = value as { data: unknown }
    return [
      ...mismatchesOf(value, 'page', path),
      ...ofArray(data, type.slice('page of '.length), `${path}.data`),
    ]
  }
  return ofRecord(value, type, path)
}

function ofArray(value: unknown, type: string, path: string): string[] {
  if (!Array.isArray(value)) return [`${path} is not an array`]
  return value.flatMap((each, index) => mismatchesOf(each, type, `${path}.${index}`))
}

function ofRecord(value: unknown, name: string, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${path} is not a ${name}`]
  const rows = table(name)
  const fields = Object.keys(value).join(' ')
  const expected = rows.map(([field]) => field).join(' ')
  if (fields !== expected) return [`${path} is a ${name} of ${fields}, not of ${expected}`]
  return rows.flatMap(([field = '', type = '']) =>
    mismatchesOf((value as Record<string, unknown>)[field], type, `${path}.${field}`),
  )
}
