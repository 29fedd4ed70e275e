import type { Domain } from '../domain.js'
import { DomainError, type ValidationError } from '../errors.js'
import { ValidationErrors } from '../validation-errors.js'

/** What to do with the valid rows if others are invalid. */
export type OnError = 'reject_all' | 'skip_failed'

/** The input of a bulk operation. */
export interface Bulk<Input> {
  /** At most `MAX_ROWS`. */
  readonly rows: readonly Input[]
  /** Absent: reject all. */
  readonly onError?: OnError | null | undefined
}

/** The result of a bulk operation. */
export interface BulkResult<Written> {
  /** What was written for each row, in order; null if the row is invalid. */
  readonly records: readonly (Written | null)[]
  /** The errors of the invalid rows. */
  readonly errors: readonly ValidationError[]
}

/** A row of the input, with the errors found in it. */
export interface Row<Input> {
  readonly input: Input
  /** The index of the row in the input. */
  readonly position: number
  readonly errors: ValidationErrors
}

export const MAX_ROWS = 250

/** The rows of an operation: bulk operations and operations on one record run the same checks and writes. */
export class Rows<Input> {
  /** The rows of a bulk operation. Throws INVALID if there are too many. */
  static of<Input>(domain: Domain, { rows, onError }: Bulk<Input>): Rows<Input> {
    const errors = new ValidationErrors(domain)
    if (rows.length > MAX_ROWS)
      errors.add('TOO_LONG', 'rows', `At most ${MAX_ROWS} rows are allowed.`)
    errors.throwIfAny()
    return new Rows(domain, rows, onError ?? 'reject_all', false)
  }

  /** The only row of an operation on one record. */
  static one<Input>(domain: Domain, input: Input): Rows<Input> {
    return new Rows(domain, [input], 'reject_all', true)
  }

  /** The rows to write: all of the input, except those that are settled. */
  all: readonly Row<Input>[]
  private readonly records: unknown[]

  private constructor(
    domain: Domain,
    inputs: readonly Input[],
    readonly onError: OnError,
    private readonly isOne: boolean,
  ) {
    this.records = inputs.map(() => null)
    this.all = inputs.map((input, position) => {
      return { input, position, errors: new ValidationErrors(domain) }
    })
  }

  /** Leaves out a row whose record exists already: the result has this record. */
  settle(row: Row<Input>, record: unknown): void {
    this.records[row.position] = record
    this.all = this.all.filter((each) => each !== row)
  }

  /** The errors of all rows, with paths that start at the input of the operation, such as `rows.3.code`. */
  get errors(): ValidationError[] {
    return this.all.flatMap(({ errors, position }) =>
      errors.all.map((error) => ({
        ...error,
        path: this.isOne ? error.path : ['rows', position, ...error.path],
      })),
    )
  }

  get failedCount(): number {
    return this.all.filter(({ errors }) => !errors.allowWrite).length
  }

  /** Whether nothing may be written: a row has an error, and `onError` does not allow invalid rows to be skipped. */
  get isRejected(): boolean {
    return this.onError === 'reject_all' && this.failedCount > 0
  }

  /** Throws INVALID with the errors of all rows, if nothing may be written. */
  throwIfRejected(): void {
    if (this.isRejected) throw this.rejection()
  }

  /**
   * Runs a check that throws a DomainError, such as NOT_FOUND. In a bulk operation, adds the thrown errors to the row
   * and returns undefined; otherwise, throws the DomainError again.
   */
  attempt<Result>({ errors }: Row<Input>, check: () => Result): Result | undefined {
    try {
      return check()
    } catch (error) {
      if (this.isOne || !(error instanceof DomainError)) throw error
      for (const { code, path, message } of error.errors) errors.add(code, path, message)
      return undefined
    }
  }

  /** The error with the errors of all rows. */
  rejection(): DomainError {
    return new DomainError('INVALID', 'The input is not valid.', this.errors)
  }

  /**
   * Calls `reject` for each field of a row that has the same value in an earlier row, unless the earlier row is
   * skipped. Call it after all other checks.
   */
  rejectRepeated(
    fields: Readonly<Record<string, (row: Row<Input>) => string | number | null | undefined>>,
    reject: (errors: ValidationErrors, field: string) => void,
  ): void {
    const seen = new Set<string>()
    for (const row of this.all) {
      const values = Object.entries(fields).flatMap(([field, valueOf]) => {
        const value = valueOf(row)
        return value === null || value === undefined ? [] : [{ field, key: `${field} ${value}` }]
      })
      for (const { field, key } of values) if (seen.has(key)) reject(row.errors, field)
      if (this.onError === 'skip_failed' && !row.errors.allowWrite) continue
      for (const { key } of values) seen.add(key)
    }
  }

  /** Returns the results of a check for the valid rows, in order. The check must return a value for each valid row. */
  valid<Checked extends object>(checked: readonly (Checked | null | undefined)[]): Checked[] {
    return checked.flatMap((each, index) =>
      each && this.all[index]?.errors.allowWrite ? [each] : [],
    )
  }

  /** Builds the result of the operation. `written` has one element for each valid row, in order. */
  result<Written>(written: readonly Written[]): BulkResult<Written> {
    const records = [...this.records] as (Written | null)[]
    let next = 0
    for (const { errors, position } of this.all)
      if (errors.allowWrite) records[position] = written[next++] ?? null
    return { records, errors: this.errors }
  }
}
