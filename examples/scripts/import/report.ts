import { renameSync, writeFileSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import { EXIT } from '../command/run-script.js'
import type { Outcomes } from './import-rows.js'
import type { RowError } from './row.js'

/** Writes the outcome of each row to a CSV file, completely or not at all. */
export function writeReport(
  path: string,
  outcomes: Outcomes<unknown>,
  fields: readonly string[],
  titleOf: (column: string) => string,
): void {
  const records = [...outcomes].map(([{ line }, { status, written = {}, errors = [] }]) => [
    line,
    status,
    ...fields.map((field) => written[field] ?? ''),
    textOf(errors, titleOf),
  ])
  const text = stringify(records, {
    header: true,
    columns: ['line', 'status', ...fields, 'errors'],
  })
  writeFileSync(`${path}.part`, text)
  renameSync(`${path}.part`, path)
}

/** How many failed rows are printed. The report has all. */
const MAX_PRINTED = 10

/** Prints the first rows that failed, with their columns. */
export function printFailures(
  path: string,
  outcomes: Outcomes<unknown>,
  titleOf: (column: string) => string,
): void {
  const failed = [...outcomes].filter(([, { status }]) => status === 'failed')
  for (const [{ line }, { errors = [] }] of failed.slice(0, MAX_PRINTED)) {
    console.error(`${path}, line ${line}: ${textOf(errors, titleOf)}`)
  }
  const others = failed.length - MAX_PRINTED
  if (others > 0) console.error(`${others} other rows failed.`)
}

/** The errors of a row, with the columns of its file. */
const textOf = (errors: readonly RowError[], titleOf: (column: string) => string): string =>
  errors
    .map(({ column, message }) =>
      column === undefined ? message : `${titleOf(column)}: ${message}`,
    )
    .join(' ')

/** The number of rows by outcome, such as `3 rows: 2 created, 1 failed`. */
export function summaryOf(outcomes: Outcomes<unknown>): string {
  const counts = countsOf(outcomes)
  const parts = [...counts].map(([status, count]) => `${count} ${status}`)
  return `${outcomes.size} rows: ${parts.join(', ') || 'none'}`
}

/** The exit status of an import. If it stopped early, some rows were not sent. */
export function exitStatusOf(outcomes: Outcomes<unknown>, stopped: boolean): number {
  const counts = countsOf(outcomes)
  if (!stopped) return counts.has('failed') ? EXIT.someFailed : EXIT.ok
  const isDone = [...counts.keys()].some((status) => !['failed', 'not sent'].includes(status))
  return isDone ? EXIT.someFailed : EXIT.nothingDone
}

function countsOf(outcomes: Outcomes<unknown>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { status } of outcomes.values()) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}
