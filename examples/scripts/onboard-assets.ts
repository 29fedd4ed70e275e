import { wholeNumber } from './command/options.js'
import { runScript } from './command/run-script.js'
import { ASSET_COLUMNS, createAssetReader } from './import/asset-rows.js'
import { createImportCommand } from './import/import-command.js'
import { importFile } from './import/import-file.js'
import { sendAssets } from './import/send-assets.js'

/** The maximum number of rows of `createAssets`. */
const MAX_ROWS = 250

const COLUMNS_HELP = `
Columns: zone and site, or zoneId; type (its short code or name), or typeId; code; barcode; riskLevel; and custom:<label>
for each custom field. An empty value is a missing value. All columns except zone and type may be left out.

  type,site,zone,barcode,custom:Capacity
  FE,Dover Garden Centre,Pump Room,BC-1001,6 litres`

const command = createImportCommand('onboard-assets', 'Creates the assets of a CSV file.')
  .option(
    '--batch-size <rows>',
    'how many rows to send together',
    wholeNumber(1, MAX_ROWS),
    MAX_ROWS,
  )
  .addHelpText('after', COLUMNS_HELP)
  .action(async (path, options) => {
    process.exitCode = await importFile(path, options, {
      mutation: 'createAssets',
      columns: ASSET_COLUMNS,
      batchSize: options.batchSize,
      fields: ['id', 'code', 'barcode'],
      createReader: createAssetReader,
      createSend: sendAssets,
    })
  })

await runScript(command)
