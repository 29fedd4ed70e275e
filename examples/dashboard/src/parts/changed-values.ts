import { labelOf } from '../format.js'

export interface CustomField {
  readonly fieldId: string
  readonly label: string
}

interface Formats {
  readonly time: (instant: string) => string
  /** The custom fields of the record's type. */
  readonly fields: readonly CustomField[]
}

const MAX_LENGTH = 200

/** `scheduledStart` → `Scheduled start`, `zoneIds` → `Zones` */
export const wordsOf = (field: string): string => {
  const words = field.replace(/Id(s?)$/, '$1').replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** The ids in the value of a field that refers to other records, such as `siteId` and `zoneIds`. */
export const idsIn = (field: string, value: string | null): readonly string[] =>
  (/Ids?$/.test(field) ? value?.match(UUID) : undefined) ?? []

/** The value of a change. Those of some fields are long, such as the questions of a checklist. */
export function textOf(field: string, value: string | null, { time, fields }: Formats): string {
  if (value === null) return '–'
  if (field === 'customFieldValues') return customFieldsText(value, fields)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return time(value)
  if (/^[A-Z][A-Z_]+$/.test(value)) return labelOf(value)
  return value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value
}

/** `{"<fieldId>": "Foam"}` → `Agent: Foam`, in the order of the type's fields. A field that the type does not have now has no label. */
function customFieldsText(json: string, fields: readonly CustomField[]): string {
  const rest = new Map(Object.entries(JSON.parse(json) as Record<string, string>))
  const texts = fields.flatMap(({ fieldId, label }) => {
    const value = rest.get(fieldId)
    rest.delete(fieldId)
    return value === undefined ? [] : `${label}: ${value}`
  })
  return [...texts, ...rest.values()].join(', ') || '–'
}
