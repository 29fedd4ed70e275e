import type { Client } from '../../client/client.js'
import type { UpdateAssetsRow } from '../../client/generated/graphql.js'
import { ASSET_COLUMNS, assetColumnOf, readAssetReferences, riskLevelIn } from './asset-rows.js'
import type { CsvFile } from './csv-file.js'
import { CUSTOM, otherColumns, readCurrent } from './current-records.js'
import type { Columns, Reading, RowError, Values } from './row.js'

const known = {
  names: ['id', 'updatedAt', ...ASSET_COLUMNS.names],
  aliases: ASSET_COLUMNS.aliases,
}

export const ASSET_CHANGE_COLUMNS: Columns = {
  ...known,
  ignored: otherColumns('assets', known),
  required: [['id', 'code']],
  unique: ['id', 'code'],
  prefix: CUSTOM,
}

/** Returns a function that reads a row as a change of the asset with its id or, without an id, with its code. */
export async function createAssetChangeReader(client: Client, file: CsvFile) {
  const { zoneIn, typeIn, customFieldsIn } = await readAssetReferences(client, file)
  const compare = await readCurrent(client, 'assets', file, ASSET_CHANGE_COLUMNS, {
    id: (ids) => ({ ids }),
    code: (codes) => ({ codes }),
  })
  return (row: Values): Reading<UpdateAssetsRow> => {
    const errors: RowError[] = []
    const { id, current, changed } = compare(row, errors)
    const isChanged = (...columns: string[]) => columns.some((column) => changed.has(column))
    if (isChanged('barcode')) {
      errors.push({ column: 'barcode', message: 'The barcode of an asset cannot be changed here.' })
    }
    // A zone is found by its name and that of its site, and only one of them may differ.
    const place = changed.has('zoneId')
      ? changed
      : new Map([...row].filter(([name]) => name !== 'zoneId'))
    const typeId = isChanged('type', 'typeId') ? typeIn(changed, errors) : undefined
    const values = customFieldsIn(changed, typeId ?? current.get('typeId') ?? '', errors)
    const expectedUpdatedAt = row.get('updatedAt')
    const input = {
      id,
      ...(expectedUpdatedAt !== undefined && { expectedUpdatedAt }),
      ...(isChanged('zone', 'zoneId', 'site') && { zoneId: zoneIn(place, errors) }),
      ...(typeId !== undefined && { typeId }),
      ...(isChanged('code') && { code: changed.get('code') ?? null }),
      ...(isChanged('riskLevel') && { riskLevel: riskLevelIn(changed, errors) }),
      ...(values.length > 0 && { customFieldValues: values }),
    }
    return { input, errors, isUnchanged: changed.size === 0, columnOf: assetColumnOf(changed) }
  }
}
