import { connect } from '../command/connect.js'
import { Progress } from '../command/progress.js'
import { EXIT, interruptSignal, printError } from '../command/run-script.js'
import type { ImportName } from '../export/list-names.js'
import { batchSizeOf, bytesOf, MAX_BATCH_BYTES } from './batches.js'
import type { ImportOptions } from './import-command.js'
import { RowImport } from './import-rows.js'
import { Journal } from './journal.js'
import { sendLostBatch } from './lost-batch.js'
import { columnsOf } from './noun-columns.js'
import { NOUNS } from './nouns/nouns.js'
import { readRows } from './read-rows.js'
import { exitStatusOf, printFailures, summaryOf, writeReport } from './report.js'
import type { Input, Reading, Row } from './row.js'
import { createSend } from './send.js'
import { readTable, type TableRow } from './table.js'

/** Imports a file. Returns the exit status. */
export async function importFile(
  name: ImportName,
  path: string,
  options: ImportOptions,
): Promise<number> {
  const noun = NOUNS[name]
  const { only } = options
  const table = await readTable(path, columnsOf(noun, only))
  const progress = new Progress('Rows')
  const { client, userId, url } = await connect(options, progress)
  const journal = options.dryRun
    ? undefined
    : Journal.open<Input>(options.journal ?? `${path}.journal`, `${name} at ${url} by ${userId}`)
  try {
    const send = createSend(client, noun)
    // Before the records are read, because it may create some of them.
    if (journal) await sendLostBatch(noun, send, journal, options.lostBatch)
    const readings = await readRows(client, noun, table, only)
    const rows = readings.map((reading, index) => rowOf(reading, table.rows[index]))
    const signal = interruptSignal()
    const run = new RowImport({
      rows,
      send,
      batchSizeOf: (verb) => batchSizeOf(noun, verb, options.batchSize),
      journal,
      signal,
      onDone: (count) => {
        progress.add(count)
      },
    })
    progress.start(rows.length)
    let stopped: unknown
    await run.run().catch((error: unknown) => (stopped = error))
    progress.stop()
    const report = options.report ?? `${path}.report.csv`
    writeReport(report, run.outcomes, ['id', ...Object.keys(noun.reported)], table.titleOf)
    printFailures(path, run.outcomes, table.titleOf)
    console.log(`${summaryOf(run.outcomes)}. See ${report}.`)
    if (stopped !== undefined) printStop(stopped, signal)
    return signal.aborted ? EXIT.interrupted : exitStatusOf(run.outcomes, stopped !== undefined)
  } finally {
    journal?.close()
  }
}

/** A row of the file with its input. */
function rowOf(reading: Reading<Input>, row: TableRow | undefined): Row<Input> {
  const { key = '', line = 0, errors = [] } = row ?? {}
  const isTooLong = bytesOf(reading.input) > MAX_BATCH_BYTES
  const size = isTooLong ? [{ message: 'The row is too long.' }] : []
  return { ...reading, key, line, errors: [...errors, ...reading.errors, ...size] }
}

function printStop(error: unknown, { aborted }: AbortSignal): void {
  if (aborted) console.error('Interrupted.')
  else printError(error)
  console.error('To continue, run the same command again.')
}
