import type { Client } from '../../client/client.js'
import { connect } from '../command/connect.js'
import { Progress } from '../command/progress.js'
import { EXIT, interruptSignal, printError } from '../command/run-script.js'
import { bytesOf, MAX_BATCH_BYTES } from './batches.js'
import { type CsvFile, type CsvRow, readCsv } from './csv-file.js'
import type { ImportOptions } from './import-command.js'
import { RowImport, type Verb } from './import-rows.js'
import { Journal } from './journal.js'
import { decideOldBatch } from './old-batch.js'
import { exitStatusOf, summaryOf, writeReport } from './report.js'
import type { Columns, Reading, Row, Send, Values } from './row.js'

/** What a script imports. */
export interface ImportKind<Input> {
  /** The name of the mutation. */
  readonly mutation: string
  readonly verb: Verb
  readonly columns: Columns
  /** The properties of `Written` that the report shows. */
  readonly fields: readonly string[]
  /** Reads the records whose names the file may contain. Returns the function that reads a row. */
  readonly createReader: (
    client: Client,
    file: CsvFile,
  ) => Promise<(values: Values) => Reading<Input>>
  readonly createSend: (client: Client) => Send<Input>
}

/** Imports a CSV file. Returns the exit status. */
export async function importFile<Input>(
  path: string,
  options: ImportOptions,
  kind: ImportKind<Input>,
): Promise<number> {
  const file = await readCsv(path, kind.columns)
  const progress = new Progress('Rows')
  const { client, userId } = await connect(options, progress)
  const rows = readRows(file, await kind.createReader(client, file))
  const owner = `${kind.mutation} at ${options.url} by ${userId}`
  const journal = options.dryRun
    ? undefined
    : Journal.open<Input>(options.journal ?? `${path}.journal`, owner)
  const signal = interruptSignal()
  const run = new RowImport({
    rows,
    send: kind.createSend(client),
    verb: kind.verb,
    batchSize: options.batchSize,
    journal,
    signal,
    onDone: (count) => {
      progress.add(count)
    },
  })
  let stopped: unknown
  try {
    if (journal) decideOldBatch(journal, options.lostBatch)
    progress.start(rows.length)
    await run.run().catch((error: unknown) => (stopped = error))
  } finally {
    progress.stop()
    journal?.close()
  }
  const report = options.report ?? `${path}.report.csv`
  writeReport(report, run.outcomes, kind.fields, file.titleOf)
  console.log(`${summaryOf(run.outcomes)}. See ${report}.`)
  if (stopped !== undefined) printStop(stopped, signal)
  return signal.aborted ? EXIT.interrupted : exitStatusOf(run.outcomes, stopped !== undefined)
}

function readRows<Input>(
  { rows }: CsvFile,
  read: (values: Values) => Reading<Input>,
): Row<Input>[] {
  return rows.map(({ key, line, values, errors }: CsvRow) => {
    const reading = read(values)
    const isTooLong = bytesOf(reading.input) > MAX_BATCH_BYTES
    const size = isTooLong ? [{ message: 'The row is too long.' }] : []
    return { key, line, ...reading, errors: [...errors, ...reading.errors, ...size] }
  })
}

function printStop(error: unknown, { aborted }: AbortSignal): void {
  if (aborted) console.error('Interrupted.')
  else printError(error)
  console.error('To continue, run the same command again.')
}
