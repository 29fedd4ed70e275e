import type { Client } from '../../client/client.js'
import { type CreateAssetsRow, RiskLevel } from '../../client/generated/graphql.js'
import { graphql } from '../../client/generated/index.js'
import { Lookup } from './lookup.js'
import type { Columns, Reading, Values } from './row.js'
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

/** The value of a custom field is in the column `custom:` and its label. */
const CUSTOM = 'custom:'
const RISK_LEVELS = new Map<string, RiskLevel>(Object.values(RiskLevel).map((each) => [each, each]))
const ZONE = { name: 'zone', id: 'zoneId' }
const TYPE = { name: 'type', id: 'typeId' }

export const ASSET_COLUMNS: Columns = {
  names: ['code', 'barcode', 'riskLevel', 'type', 'typeId', 'site', 'zone', 'zoneId'],
  required: [
    ['zone', 'zoneId'],
    ['type', 'typeId'],
  ],
  unique: ['code', 'barcode'],
  prefix: CUSTOM,
}

/** Reads the zones and the asset types of the company. Returns a function that reads a row. */
export async function createAssetReader(client: Client, header: readonly string[]) {
  const zones = header.includes('zone') ? await readZones(client, ZONE) : new Lookup('zone', ZONE)
  const { types, fields } = await readTypes(client)
  return (values: Values): Reading<CreateAssetsRow> => {
    const errors: string[] = []
    const [site, zone] = [values.get('site'), values.get('zone')]
    const typeId = types.idIn(values, errors)
    const input = {
      zoneId: zones.idIn(values, errors, site && zone ? zoneOf(site, zone) : zone),
      typeId,
      code: values.get('code') ?? null,
      barcode: values.get('barcode') ?? null,
      riskLevel: riskLevelIn(values, errors),
      customFieldValues: customFieldsIn(values, fields.get(typeId), errors),
    }
    return { input, errors }
  }
}

/** The ids of a type's custom fields, by label. */
type FieldIds = ReadonlyMap<string, string>

async function readTypes(client: Client) {
  const types = new Lookup('asset type', TYPE)
  const fields = new Map<string, FieldIds>()
  for await (const { id, name, shortCode, customFields } of client.nodes(TYPES, {}, 'assetTypes')) {
    types.add(id, name, shortCode)
    fields.set(id, new Map(customFields.map(({ fieldId, label }) => [label, fieldId])))
  }
  return { types, fields }
}

function riskLevelIn(values: Values, errors: string[]): RiskLevel | null {
  const text = values.get('riskLevel')
  if (text === undefined) return null
  const level = RISK_LEVELS.get(text.toUpperCase())
  if (!level)
    errors.push(`riskLevel: "${text}" is not one of ${[...RISK_LEVELS.keys()].join(', ')}.`)
  return level ?? null
}

function customFieldsIn(values: Values, fields: FieldIds | undefined, errors: string[]) {
  return [...values]
    .filter(([column]) => column.startsWith(CUSTOM))
    .map(([column, value]) => {
      const fieldId = fields?.get(column.slice(CUSTOM.length))
      if (fieldId === undefined) errors.push(`${column}: The type of the asset has no such field.`)
      return { fieldId: fieldId ?? '', value }
    })
}
