import { Argument, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { connect } from './command/connect.js'
import { createCommand } from './command/options.js'
import { Progress } from './command/progress.js'
import { EXIT, EXIT_HELP, interruptSignal, runScript } from './command/run-script.js'
import { type Filter, LISTS } from './export/lists.js'
import { FORMATS, writeRecords } from './export/write-records.js'

const FILTER_HELP = `
The filter is that of the list in GraphQL, for example:

  export assets --filter '{"overdue": true, "riskLevels": ["HIGH"]}' --output overdue.csv`

const command = createCommand('export', 'Exports all records of a list.')
  .addArgument(new Argument('<list>', 'which records').choices([...LISTS.keys()]))
  .addOption(new Option('--format <format>', 'the format').choices(FORMATS).default('csv' as const))
  .option(
    '--output <path>',
    'the file to write, by default the standard output; a temporary file until it is complete',
  )
  .option('--filter <json>', 'export only records that match', filterOf)
  .option('--spreadsheet', 'makes CSV safe to open in Excel: a value is never a formula', false)
  .addHelpText('after', FILTER_HELP)
  .addHelpText('after', EXIT_HELP)
  .action(async (name, { format, output, filter = null, spreadsheet, ...options }) => {
    const list = LISTS.get(name)
    if (!list) throw new Error(`expected a list, got ${name}`)
    const progress = new Progress(name)
    const { client } = await connect(options, progress)
    const signal = interruptSignal()
    try {
      progress.start(await list.count(client, filter, signal))
      const records = counted(list.records(client, filter, signal), progress)
      await writeRecords(records, { format, columns: list.columns, spreadsheet, path: output })
    } catch (error) {
      if (signal.aborted) process.exitCode = EXIT.interrupted
      else if (!isClosedPipe(error)) throw error
    } finally {
      progress.stop()
    }
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

async function* counted(records: AsyncIterable<unknown>, progress: Progress) {
  for await (const record of records) {
    yield record
    progress.add(1)
  }
}

/** Whether the program that reads the standard output, such as `head`, has ended. */
const isClosedPipe = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EPIPE'

await runScript(command)
