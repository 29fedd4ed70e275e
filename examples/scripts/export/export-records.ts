import { connect, type ConnectOptions } from '../command/connect.js'
import { Progress } from '../command/progress.js'
import { EXIT, interruptSignal } from '../command/run-script.js'
import type { ListName } from './list-names.js'
import { type Filter, LISTS } from './lists.js'
import { type Format, formatOf, writeRecords } from './write-records.js'

interface ExportOptions extends ConnectOptions {
  readonly format?: Format | undefined
  readonly output?: string | undefined
  readonly filter?: Filter | undefined
  readonly spreadsheet: boolean
}

/** Writes all records of a list. Ctrl-C, or a reader of the standard output that ends, such as `head`, stops it. */
export async function exportRecords(
  name: ListName,
  { output, format = formatOf(output), filter = null, spreadsheet, ...options }: ExportOptions,
): Promise<void> {
  const list = LISTS[name]
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
}

async function* counted(records: AsyncIterable<unknown>, progress: Progress) {
  for await (const record of records) {
    yield record
    progress.add(1)
  }
}

/** Whether the program that reads the standard output, such as `head`, has ended. */
const isClosedPipe = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EPIPE'
