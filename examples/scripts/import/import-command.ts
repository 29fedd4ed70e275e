import { Option } from '@commander-js/extra-typings'
import { createCommand, wholeNumber } from '../command/options.js'
import { EXIT_HELP } from '../command/run-script.js'
import { LOST_BATCH } from './old-batch.js'

/** The maximum number of rows of a mutation. */
const MAX_ROWS = 250

const RESUME_HELP = `
Invalid rows are reported, and do not stop the others. Ctrl-C stops the import; the same command continues it. The journal
has the rows that are done, by their content: correct the other rows and run the same command again. Nothing is created
twice. A row that is changed after it was created is a new row.

--update changes the records of a file of \`export\`. It compares each row with its record, and sends the values that differ.
An empty value leaves the record's as it is. If the file has the column updatedAt, a record that was changed since is
refused. Columns that cannot be changed, such as createdAt, are read over.`

/** A command line that imports a CSV file. */
export const createImportCommand = (name: string, description: string) =>
  createCommand(name, description)
    .argument(
      '<file>',
      'a CSV file with a header, in UTF-8 or UTF-16; commas, semicolons or tabs separate the values',
    )
    .option('--update', 'change existing records, as `export` has written them', false)
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
    .addHelpText('after', RESUME_HELP)
    .addHelpText('after', EXIT_HELP)

export interface ImportOptions {
  readonly url: string
  readonly username?: string | undefined
  readonly attempts: number
  readonly update: boolean
  readonly batchSize: number
  readonly dryRun: boolean
  readonly journal?: string | undefined
  readonly report?: string | undefined
  readonly lostBatch?: (typeof LOST_BATCH)[number] | undefined
}
