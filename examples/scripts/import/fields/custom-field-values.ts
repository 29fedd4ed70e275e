import { CustomFieldKind } from '../../../client/generated/graphql.js'
import { LISTS } from '../../export/lists.js'
import type { Values } from '../row.js'
import type { Field, Source } from './field.js'
import type { RowInput } from './row-input.js'

/** The column of `export` with all custom fields, as JSON, and the prefix of a column with one of them. */
const ALL = 'customFieldValues'
const ONE = 'custom:'

interface AssetType {
  readonly id: string
  readonly customFields: readonly CustomField[]
}
interface CustomField {
  readonly fieldId: string
  readonly label: string
  readonly kind: CustomFieldKind
}

/** The custom fields of an asset. Its type has been read before. */
export const customFieldValues: Field = {
  input: ALL,
  columns: { [ALL]: ALL },
  prefix: ONE,
  prepare: async ({ client, header }: Source) => {
    const types = new Map<string, ReadonlyMap<string, CustomField>>()
    if (header.some((name) => name === ALL || name.startsWith(ONE))) {
      const { signal } = new AbortController()
      for await (const record of LISTS.assetTypes.records(client, null, signal)) {
        const { id, customFields } = record as AssetType
        types.set(id, new Map(customFields.map((field) => [field.label, field])))
      }
    }
    return (row) => {
      const typeId = (row.input['typeId'] as string | undefined) ?? row.current?.get('typeId')
      const fields = types.get(typeId ?? '')
      const now = labelsOf(row.current ?? new Map())
      const next = [...labelsOf(row.values, row)]
        .map(([label, text]) => [label, valueOf(text, fields?.get(label))] as const)
        .filter(([label, text]) => now.get(label) !== text)
      if (next.length === 0) return
      const values = next.map(([label, text], index) => {
        const fieldId = fields?.get(label)?.fieldId
        const column = row.values.has(ONE + label) ? ONE + label : ALL
        row.nameColumn(`${ALL}.${index}`, column)
        if (typeId !== undefined && fieldId === undefined) {
          row.fail(ONE + label, 'The type of the asset has no such field.')
        }
        return { fieldId, value: text }
      })
      row.set(ALL, values, ALL)
    }
  },
}

/** A date in a cell of a spreadsheet has a time in addition. */
const valueOf = (text: string, field: CustomField | undefined): string =>
  field?.kind === CustomFieldKind.Date ? text.replace(/T00:00:00\.000Z$/, '') : text

/** The custom fields of a row or a record by their labels. A column with one field takes precedence. */
function labelsOf(values: Values, row?: RowInput): Map<string, string> {
  const labels = new Map<string, string>()
  try {
    const all = JSON.parse(values.get(ALL) ?? '[]') as { label: string; value: string }[]
    for (const { label, value } of all) labels.set(label, value)
  } catch {
    row?.fail(ALL, 'A JSON list of labels and values is expected.')
  }
  for (const [column, text] of values) {
    if (column.startsWith(ONE)) labels.set(column.slice(ONE.length), text)
  }
  return labels
}
