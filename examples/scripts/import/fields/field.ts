import type { Client } from '../../../client/client.js'
import type { RowInput } from './row-input.js'
import type { Values } from '../row.js'

/** A value of an input, and the columns from which it is read. */
export interface Field {
  /** Its path in the input, such as `address.street`. */
  readonly input: string
  /** The columns, each with the column of `export` that has the same value. Errors name the first. */
  readonly columns: Readonly<Record<string, string>>
  /** Columns that begin with this belong to the field too. */
  readonly prefix?: string
  /** Reads the records that the file names. Returns the function that puts the value of a row into its input. */
  readonly prepare: (file: Source) => Promise<WriteField>
}

/** Puts a value into the input of a row, unless the record has it already. */
export type WriteField = (row: RowInput) => void

/** What a file contains, and the client that finds the records which it names. */
export interface Source {
  readonly client: Client
  readonly header: readonly string[]
  readonly rows: readonly Values[]
}
