import { randomUUID } from 'node:crypto'
import { batchesOf } from './batches.js'
import type { FieldError } from './field-error.js'
import type { Journal } from './journal.js'
import { requestBatch } from './request-batch.js'
import { requestResults } from './request-results.js'
import type { Result, Row, RowError, Send, Verb, Written } from './row.js'

/** The outcome of a row. `unknown`: it was sent, but there was no response. */
export interface Outcome {
  readonly status:
    `${Verb}${'' | ' before'}` | 'unchanged' | 'valid' | 'failed' | 'unknown' | 'not sent'
  readonly written?: Written
  readonly errors?: readonly RowError[]
}

export type Outcomes<Input> = ReadonlyMap<Row<Input>, Outcome>

export interface Import<Input> {
  readonly rows: readonly Row<Input>[]
  readonly send: Send<Input>
  readonly batchSizeOf: (verb: Verb) => number
  /** Absent: a dry run, which writes nothing. */
  readonly journal: Journal<Input> | undefined
  readonly signal: AbortSignal
  readonly onDone: (rows: number) => void
}

/** Sends the rows of a file, one batch after the other, and collects the outcome of each row. */
export class RowImport<Input> {
  private readonly results: Map<Row<Input>, Outcome>

  constructor(private readonly options: Import<Input>) {
    this.results = new Map(options.rows.map((row) => [row, { status: 'not sent' }]))
  }

  get outcomes(): Outcomes<Input> {
    return this.results
  }

  /**
   * Rejects if the rest cannot be sent, for example because the service is unavailable. `outcomes` has what was done.
   */
  async run(): Promise<void> {
    const { rows, batchSizeOf } = this.options
    const waiting = rows.filter((row) => !this.isDecided(row))
    for (const verb of ['created', 'updated'] as const) {
      const sent = waiting.filter((row) => row.verb === verb)
      await this.tryFirst(verb, sent)
      for (const batch of batchesOf(sent, batchSizeOf(verb))) await this.send(verb, batch)
    }
  }

  /**
   * Sends the first row as a dry run, to find errors that concern all rows, such as a missing permission, before any
   * batch is written to the journal.
   */
  private async tryFirst(verb: Verb, [row]: readonly Row<Input>[]): Promise<void> {
    const { send, journal, signal } = this.options
    if (!journal || !row) return
    const options = { verb, idempotencyKey: randomUUID(), dryRun: true, signal }
    await requestResults(send, [row.input], options)
  }

  /**
   * Whether the outcome of a row is known without sending it. A row that is in the journal is not sent again, because others may have
   * changed its record since; unless it was this file that changed it, and the row now restores an earlier value.
   */
  private isDecided(row: Row<Input>): boolean {
    const { journal } = this.options
    const before = journal?.written.get(row.key)
    const isRestored = row.verb === 'updated' && !row.isUnchanged && journal?.isSuperseded(row.key)
    if (before && !isRestored)
      this.finish(row, { status: `${before.verb} before`, written: before.written })
    else if (row.errors.length > 0) this.finish(row, { status: 'failed', errors: row.errors })
    else if (row.isUnchanged) this.finish(row, { status: 'unchanged' })
    else return false
    return true
  }

  private async send(verb: Verb, rows: readonly Row<Input>[]): Promise<void> {
    const { journal } = this.options
    const results = await this.request(verb, rows)
    for (const [index, row] of rows.entries()) {
      const result = results[index] ?? { errors: [] }
      if ('errors' in result) this.finish(row, { status: 'failed', errors: errorsIn(row, result) })
      else if (journal) this.finish(row, { status: verb, written: result.written })
      else this.finish(row, { status: 'valid' })
    }
  }

  private async request(verb: Verb, rows: readonly Row<Input>[]): Promise<readonly Result[]> {
    const { send, journal, signal } = this.options
    const idempotencyKey = randomUUID()
    if (!journal) {
      const inputs = rows.map(({ input }) => input)
      return requestResults(send, inputs, { verb, idempotencyKey, dryRun: true, signal })
    }
    const sentAt = new Date().toISOString()
    const sent = rows.map(({ key, input }) => ({ key, input }))
    const batch = { verb, idempotencyKey, sentAt, rows: sent }
    journal.send(batch)
    for (const row of rows) this.results.set(row, { status: 'unknown' })
    return requestBatch(send, journal, batch, signal)
  }

  private finish(row: Row<Input>, outcome: Outcome): void {
    this.results.set(row, outcome)
    this.options.onDone(1)
  }
}

const errorsIn = (
  { columnOf }: Row<unknown>,
  { errors }: { readonly errors: readonly FieldError[] },
): RowError[] =>
  errors.map(({ message, field }) => ({
    column: field && field.length > 0 ? columnOf(field) : undefined,
    message,
  }))
