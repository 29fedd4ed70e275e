import { Argument, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { createCommand } from '../command/options.js'
import { LIST_NAMES } from './list-names.js'
import type { Filter } from './lists.js'
import { FORMATS } from './write-records.js'

const HELP = `
The filter is that of the list in GraphQL, for example:

  fis export assets --filter '{"overdue": true, "riskLevels": ["HIGH"]}' --output overdue.csv

--since is for a copy that receives what has changed. Its value is a time, such as 2027-01-04T10:00:00Z, or the path of a file:
the export reads the time from this file, exports everything if it does not exist, and writes the time for the next export to it.
Without a file, it prints that time. A record may be in several exports; the last one is current.`

export const exportCommand = createCommand('export', 'Exports all records of a list.')
  .addArgument(new Argument('<noun>', 'which records').choices(LIST_NAMES))
  .addOption(
    new Option('--format <format>', 'by default that of the output file, or csv').choices(FORMATS),
  )
  .option(
    '--output <path>',
    'the file to write, by default the standard output; a temporary file until it is complete',
  )
  .option('--filter <json>', 'export only records that match', filterOf)
  .option(
    '--since <time>',
    'export only records that were changed at or after a time, or after the time in a file',
  )
  .option('--removed', 'export removed records too, for admins', false)
  .option('--spreadsheet', 'makes CSV safe to open in Excel: a value is never a formula', false)
  .addHelpText('after', HELP)
  .action(async (noun, options) => {
    // Imported here, because --help works without the generated files of the client.
    const { exportRecords } = await import('./export-records.js')
    await exportRecords(noun, options)
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
