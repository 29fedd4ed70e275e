import type { Client } from '../../client/client.js'
import { type CreateAssetsRow, RiskLevel } from '../../client/generated/graphql.js'
import { graphql } from '../../client/generated/index.js'
import type { CsvFile } from './csv-file.js'
import { CUSTOM, otherColumns, withCustomFields } from './current-records.js'
import { columnOf } from './field-error.js'
import { Lookup } from './lookup.js'
import type { Columns, Reading, RowError, Values } from './row.js'
import { readZones, zoneOf } from './zone-lookup.js'

const TYPES = graphql(`
  query AssetTypeNames($after: String) {
    assetTypes(first: 100, after: $after) {
      nodes {
        id
        name
        shortCode
        customFields {
          fieldId
          label
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

const RISK_LEVELS = new Map<string, RiskLevel>(Object.values(RiskLevel).map((each) => [each, each]))
const ZONE = { name: 'zone', id: 'zoneId' }
const TYPE = { name: 'type', id: 'typeId' }

const known = {
  names: [
    'code',
    'barcode',
    'riskLevel',
    'type',
    'typeId',
    'site',
    'zone',
    'zoneId',
    'customFieldValues',
  ],
  aliases: {
    'barcode.data': 'barcode',
    'site.name': 'site',
    'type.id': 'typeId',
    'type.shortCode': 'type',
    'zone.id': 'zoneId',
    'zone.name': 'zone',
  },
}

export const ASSET_COLUMNS: Columns = {
  ...known,
  ignored: otherColumns('assets', known),
  required: [
    ['zone', 'zoneId'],
    ['type', 'typeId'],
  ],
  unique: ['code', 'barcode'],
  prefix: CUSTOM,
}

/** Reads the zones, the asset types and their custom fields. Returns functions that find them for a row. */
export async function readAssetReferences(client: Client, { header }: CsvFile) {
  const zones = header.includes('zone') ? await readZones(client, ZONE) : new Lookup('zone', ZONE)
  const types = new Lookup('asset type', TYPE)
  const fields = new Map<string, ReadonlyMap<string, string>>()
  for await (const { id, name, shortCode, customFields } of client.nodes(TYPES, {}, 'assetTypes')) {
    types.add(id, name, shortCode)
    fields.set(id, new Map(customFields.map(({ fieldId, label }) => [label, fieldId])))
  }
  return {
    zoneIn: (values: Values, errors: RowError[]) => {
      const [site, zone] = [values.get('site'), values.get('zone')]
      return zones.idIn(values, errors, site && zone ? zoneOf(site, zone) : zone)
    },
    typeIn: (values: Values, errors: RowError[]) => types.idIn(values, errors),
    customFieldsIn: (values: Values, typeId: string, errors: RowError[]) =>
      customColumns(values).map((column) => {
        const fieldId = fields.get(typeId)?.get(column.slice(CUSTOM.length)) ?? ''
        if (!fieldId) errors.push({ column, message: 'The type of the asset has no such field.' })
        return { fieldId, value: values.get(column) ?? null }
      }),
  }
}

/** Returns a function that reads a row as a new asset. */
export async function createAssetReader(client: Client, file: CsvFile) {
  const { zoneIn, typeIn, customFieldsIn } = await readAssetReferences(client, file)
  return (row: Values): Reading<CreateAssetsRow> => {
    const errors: RowError[] = []
    const values = withCustomFields(row, errors)
    const typeId = typeIn(values, errors)
    const input = {
      zoneId: zoneIn(values, errors),
      typeId,
      code: values.get('code') ?? null,
      barcode: values.get('barcode') ?? null,
      riskLevel: riskLevelIn(values, errors),
      customFieldValues: customFieldsIn(values, typeId, errors),
    }
    return { input, errors, columnOf: assetColumnOf(values) }
  }
}

export function riskLevelIn(values: Values, errors: RowError[]): RiskLevel | null {
  const text = values.get('riskLevel')
  const level = RISK_LEVELS.get(text?.toUpperCase() ?? '')
  if (text !== undefined && !level) {
    const message = `"${text}" is not one of ${[...RISK_LEVELS.keys()].join(', ')}.`
    errors.push({ column: 'riskLevel', message })
  }
  return level ?? null
}

const customColumns = (values: Values) =>
  [...values.keys()].filter((column) => column.startsWith(CUSTOM))

/** The column of a value: for the value of a custom field, that of its label. */
export const assetColumnOf = (values: Values) => (path: readonly string[]) => {
  const [field, index] = path
  const custom = field === 'customFieldValues' ? customColumns(values)[Number(index)] : undefined
  return custom ?? columnOf(values)(path)
}
