import type { ListName } from '../export/list-names.js'
import type { Field } from './fields/field.js'
import type { Input } from './row.js'

/** What can be imported: the columns of its files, and its mutations. */
export interface Noun {
  /** The list of its records. `export` writes the same columns. */
  readonly list: ListName
  readonly fields: readonly Field[]
  /** What identifies a record, besides its id. The first key whose columns all have values counts. */
  readonly keys: readonly Key[]
  /** What a new record needs: at least one of each list of fields, by their paths in the input. */
  readonly required: readonly (readonly string[])[]
  /** Columns whose values must differ in a file, besides the columns of the keys. */
  readonly unique?: readonly string[]
  /** The mutation that creates a record, or several if `bulk` is set. */
  readonly create: string | ((input: Input) => string)
  /** The mutation that changes records. Absent: they do not change. */
  readonly update?: string | ((input: Input) => string)
  /** What the mutation takes of the input, if the rest only chooses the mutation. */
  readonly inputOf?: (input: Input) => Input
  /** Whether the mutations take rows. */
  readonly bulk?: boolean
  /** The field of the payload with the record, or the records. */
  readonly record: string
  /** What the report shows of a record besides its id: names, and the columns of `export` with the values. */
  readonly reported: Readonly<Record<string, string>>
}

export interface Key {
  /** Columns, which are also fields of the input. */
  readonly columns: readonly string[]
  /** The filter that finds the records with these values. Absent: all records are read. */
  readonly filterOf?: (keys: readonly (readonly string[])[]) => Readonly<Record<string, unknown>>
  /** Values that differ only in case are of different records. */
  readonly exact?: boolean
  /** The service chooses the value, so that a record with another one cannot be created. */
  readonly assigned?: boolean
}
