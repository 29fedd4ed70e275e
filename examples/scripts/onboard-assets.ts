import { runScript } from './command/run-script.js'
import { createImportCommand } from './import/import-command.js'

const COLUMNS_HELP = `
Columns: zone and site, or zoneId; type (its short code or name), or typeId; code; barcode; riskLevel; and custom:<label>
for each custom field. An empty value is a missing value. All columns except zone and type may be left out. With --update,
the column id or code says which asset a row changes, and all others may be left out.

  type,site,zone,barcode,custom:Capacity
  FE,Dover Garden Centre,Pump Room,BC-1001,6 litres`

const command = createImportCommand(
  'onboard-assets',
  'Creates or changes the assets of a CSV file.',
)
  .addHelpText('after', COLUMNS_HELP)
  .action(async (path, options) => {
    // Imported here, because --help works without the generated files of the client.
    const { importAssets } = await import('./import/asset-import.js')
    process.exitCode = await importAssets(path, options)
  })

await runScript(command)
