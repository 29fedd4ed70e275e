import { Argument, Option } from '@commander-js/extra-typings'
import type { ConnectOptions } from '../command/connect.js'
import { createCommand, wholeNumber } from '../command/options.js'
import { IMPORT_NAMES } from '../export/list-names.js'
import type { Only } from './noun-columns.js'
import { LOST_BATCH } from './lost-batch.js'

/** The maximum number of rows of a mutation. */
const MAX_ROWS = 250

const HELP = `
The file has the columns that fis export writes; a shorter name of a column, such as zone for zone.name, is valid too. A file
of your own needs only some of them. docs/scripts.md lists the columns. A row that names an existing record by its id or its
key changes the record: the values that differ are sent, and an empty value leaves the record's as it is. Another row creates
a record. If the file has the column updatedAt, a record that was changed since is refused. Columns that cannot be changed,
such as createdAt, are read over.

  Noun         Key of a record, besides id
  assets       code
  assetTypes   shortCode
  checklists   name
  clients      legalName
  findings     (the id only)
  inspections  asset and inspectedAt (an inspection cannot be changed)
  jobTypes     name
  jobs         number (the service chooses it: a new job has none)
  sites        client and name, or name
  users        email
  zoneTypes    name
  zones        site and name

Invalid rows are reported, and do not stop the others. Ctrl-C stops the import; the same command continues it. The journal
has the rows that are done, by their content: correct the other rows and run the same command again. Nothing is created
twice. A row without a key that is changed after it was created is a new row.`

export const importCommand = createCommand('import', 'Creates and changes the records of a file.')
  .addArgument(new Argument('<noun>', 'which records').choices(IMPORT_NAMES))
  .argument(
    '<file>',
    'a CSV file with a header, in UTF-8 or UTF-16, with commas, semicolons or tabs; or an XLSX file',
  )
  .addOption(
    new Option('--only <verb>', 'refuse rows that would do something else').choices([
      'create',
      'update',
    ] as const),
  )
  .option(
    '--batch-size <rows>',
    'how many rows to send together',
    wholeNumber(1, MAX_ROWS),
    MAX_ROWS,
  )
  .option('--dry-run', 'check all rows in the service, and write nothing', false)
  .option(
    '--journal <path>',
    'the journal of written rows, to resume an import; by default <file>.journal',
  )
  .option('--report <path>', 'the outcome of each row, as CSV; by default <file>.report.csv')
  .addOption(
    new Option(
      '--lost-batch <state>',
      'whether the records of a batch exist whose response was lost over a day ago',
    ).choices(LOST_BATCH),
  )
  .addHelpText('after', HELP)
  .action(async (noun, file, options) => {
    // Imported here, because --help works without the generated files of the client.
    const { importFile } = await import('./import-file.js')
    process.exitCode = await importFile(noun, file, options)
  })

export interface ImportOptions extends ConnectOptions {
  readonly only?: Only
  readonly batchSize: number
  readonly dryRun: boolean
  readonly journal?: string | undefined
  readonly report?: string | undefined
  readonly lostBatch?: (typeof LOST_BATCH)[number] | undefined
}
