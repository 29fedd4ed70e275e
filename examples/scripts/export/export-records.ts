import { connect, type ConnectOptions } from '../command/connect.js'
import { Progress } from '../command/progress.js'
import { EXIT, interruptSignal } from '../command/run-script.js'
import type { ListName } from './list-names.js'
import { type Filter, LISTS } from './lists.js'
import { Since } from './since.js'
import { type Format, formatOf, writeRecords } from './write-records.js'

interface ExportOptions extends ConnectOptions {
  readonly format?: Format | undefined
  readonly output?: string | undefined
  readonly filter?: Filter | undefined
  readonly since?: string | undefined
  readonly removed: boolean
  readonly spreadsheet: boolean
}

/** Writes all records of a list. Ctrl-C, or a reader of the standard output that ends, such as `head`, stops it. */
export async function exportRecords(
  name: ListName,
  { output, format = formatOf(output), spreadsheet, ...options }: ExportOptions,
): Promise<void> {
  const list = LISTS[name]
  const progress = new Progress(name)
  const since = options.since === undefined ? undefined : await Since.read(options.since)
  const filter = filterOf(options, since)
  const { client } = await connect(options, progress, (response) => since?.note(response))
  const signal = interruptSignal()
  try {
    progress.start(await list.count(client, filter, signal))
    const records = list.records(client, filter, signal, { byChange: since !== undefined })
    const columns = list.columns
    await writeRecords(counted(records, progress), { format, columns, spreadsheet, path: output })
    progress.stop()
    await since?.keepNext()
  } catch (error) {
    if (signal.aborted) process.exitCode = EXIT.interrupted
    else if (!isClosedPipe(error)) throw error
  } finally {
    progress.stop()
  }
}

/** The conditions of the user, and those of the options. */
const filterOf = (
  { filter, removed }: Pick<ExportOptions, 'filter' | 'removed'>,
  since: Since | undefined,
): Filter => ({
  ...filter,
  ...(removed && { removed: 'INCLUDE' }),
  ...(since?.from !== undefined && {
    and: [{ updatedAt: { from: since.from } }, ...((filter?.['and'] as object[] | null) ?? [])],
  }),
})

async function* counted(records: AsyncIterable<unknown>, progress: Progress) {
  for await (const record of records) {
    yield record
    progress.add(1)
  }
}

/** Whether the program that reads the standard output, such as `head`, has ended. */
const isClosedPipe = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EPIPE'
