import { Argument, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { createCommand } from './command/options.js'
import { EXIT_HELP, runScript } from './command/run-script.js'
import { LIST_NAMES } from './export/list-names.js'
import type { Filter } from './export/lists.js'
import { FORMATS } from './export/write-records.js'

const FILTER_HELP = `
The filter is that of the list in GraphQL, for example:

  export assets --filter '{"overdue": true, "riskLevels": ["HIGH"]}' --output overdue.csv`

const command = createCommand('export', 'Exports all records of a list.')
  .addArgument(new Argument('<list>', 'which records').choices(LIST_NAMES))
  .addOption(new Option('--format <format>', 'the format').choices(FORMATS).default('csv' as const))
  .option(
    '--output <path>',
    'the file to write, by default the standard output; a temporary file until it is complete',
  )
  .option('--filter <json>', 'export only records that match', filterOf)
  .option('--spreadsheet', 'makes CSV safe to open in Excel: a value is never a formula', false)
  .addHelpText('after', FILTER_HELP)
  .addHelpText('after', EXIT_HELP)
  .action(async (list, options) => {
    // Imported here, because --help works without the generated files of the client.
    const { exportRecords } = await import('./export/export-records.js')
    await exportRecords(list, options)
  })

function filterOf(json: string): Filter {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && !Array.isArray(value)) return value as Filter
  } catch {
    // The message below.
  }
  throw new InvalidArgumentError('It must be a JSON object.')
}

await runScript(command)
