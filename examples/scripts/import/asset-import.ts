import { ASSET_CHANGE_COLUMNS, createAssetChangeReader } from './asset-changes.js'
import { ASSET_COLUMNS, createAssetReader } from './asset-rows.js'
import type { ImportOptions } from './import-command.js'
import { importFile } from './import-file.js'
import { CREATE_ASSETS, UPDATE_ASSETS } from './mutations.js'
import { sendRows } from './send-rows.js'

interface Asset {
  readonly id: string
  readonly code: string
  readonly barcode?: { readonly data: string } | null
}

const fields = ['id', 'code', 'barcode']
const writtenOf = ({ id, code, barcode }: Asset) => ({ id, code, barcode: barcode?.data ?? '' })

/** Creates or changes the assets of a CSV file. Returns the exit status. */
export const importAssets = (path: string, options: ImportOptions) =>
  options.update
    ? importFile(path, options, {
        mutation: 'updateAssets',
        verb: 'updated',
        columns: ASSET_CHANGE_COLUMNS,
        fields,
        createReader: createAssetChangeReader,
        createSend: (client) => sendRows(client, UPDATE_ASSETS, writtenOf),
      })
    : importFile(path, options, {
        mutation: 'createAssets',
        verb: 'created',
        columns: ASSET_COLUMNS,
        fields,
        createReader: createAssetReader,
        createSend: (client) => sendRows(client, CREATE_ASSETS, writtenOf),
      })
