import type { FieldError } from './field-error.js'

/** What a mutation does with records. */
export type Verb = 'created' | 'updated'

/** A row of a file that has been read as the input of a mutation. */
export interface Row<Input> extends Reading<Input> {
  /** Identifies the row by its content, so that the key is the same in a changed file. */
  readonly key: string
  /** The number of its first line in the file. */
  readonly line: number
}

/** An error of a row, and the column that it concerns, if it concerns one. */
export interface RowError {
  readonly column?: string | undefined
  readonly message: string
}

/** What the report shows of a written record, such as its id and its code. */
export type Written = Readonly<Record<string, string>>

/** The result of a row that was sent. The paths of errors begin in the row's input. */
export type Result = { readonly written: Written } | { readonly errors: readonly FieldError[] }

/** Sends rows. Returns their results in order. */
export type Send<Input> = (
  inputs: readonly Input[],
  options: SendOptions,
) => Promise<readonly Result[]>

export interface SendOptions {
  readonly verb: Verb
  /** Another attempt with the same key returns the results of the first. */
  readonly idempotencyKey: string
  readonly dryRun: boolean
  readonly signal: AbortSignal
}

/** The values of a row by column. Empty values are absent. */
export type Values = ReadonlyMap<string, string>

/** The input of a row, and why it cannot be sent. */
export interface Reading<Input> {
  readonly verb: Verb
  readonly input: Input
  readonly errors: readonly RowError[]
  /** Whether the record has these values already, so that the row is not sent. */
  readonly isUnchanged?: boolean
  /** The column of a value in the input. */
  readonly columnOf: (path: readonly string[]) => string | undefined
}

/** The input of a mutation. */
export type Input = Readonly<Record<string, unknown>>

/** The columns that a file may have. */
export interface Columns {
  readonly names: readonly string[]
  /** The file must have at least one column of each list, unless it has all columns of one of `keys`. */
  readonly required: readonly (readonly string[])[]
  /** For each part of a key, the columns that may have it. */
  readonly keys: readonly (readonly (readonly string[])[])[]
  /** Columns whose values must differ. */
  readonly unique: readonly string[]
  /** Columns that begin with this are allowed too. */
  readonly prefix: string | undefined
  /** The columns of `export` for the same values, such as `zone.name` for `zone`. */
  readonly aliases: Readonly<Record<string, string>>
  /** The other columns of `export`, which are read over. */
  readonly ignored: readonly string[]
}
