/** A row of a CSV file that has been read as the input of a mutation. */
export interface Row<Input> {
  /** Identifies the row by its content, so that the key is the same in a changed file. */
  readonly key: string
  /** The number of its first line in the file. */
  readonly line: number
  readonly input: Input
  /** Why the row cannot be sent; empty if it can. Each begins with the name of the column. */
  readonly errors: readonly string[]
}

/** What the report shows of a created record, such as its id and its code. */
export type Created = Readonly<Record<string, string>>

/** The result of a row that was sent. */
export type Result = { readonly created: Created } | { readonly errors: readonly string[] }

/** Sends rows in one mutation. Returns their results in order. */
export type Send<Input> = (
  inputs: readonly Input[],
  options: SendOptions,
) => Promise<readonly Result[]>

export interface SendOptions {
  readonly idempotencyKey: string
  readonly dryRun: boolean
  readonly signal: AbortSignal
}

/** The values of a row by column. Empty values are absent. */
export type Values = ReadonlyMap<string, string>

/** The input of a row, and why it cannot be sent. */
export interface Reading<Input> {
  readonly input: Input
  readonly errors: readonly string[]
}

/** The columns of a file. */
export interface Columns {
  readonly names: readonly string[]
  /** The file must have at least one column of each list. */
  readonly required: readonly (readonly string[])[]
  /** Columns whose values must differ. */
  readonly unique: readonly string[]
  /** Columns that begin with this are allowed too. */
  readonly prefix?: string
}
