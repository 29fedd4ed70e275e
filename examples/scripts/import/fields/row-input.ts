import type { RowError, Values } from '../row.js'

/** The input that a row becomes: of a new record, or of the changes of `current`. */
export class RowInput {
  readonly input: Record<string, unknown> = {}
  readonly errors: RowError[] = []
  /** The record that each reference names, by the field with its id, also if it is the one that `current` has. */
  readonly references = new Map<string, string>()
  private readonly columns = new Map<string, string>()

  constructor(
    readonly values: Values,
    /** The values of the record, by the columns of the import. Absent: the record is new. */
    readonly current?: Values,
  ) {}

  /** The value of a column, unless the record has the same one. */
  changed(column: string): string | undefined {
    const value = this.values.get(column)
    return value === this.current?.get(column) ? undefined : value
  }

  /** Sets the value at a path of the input. `column` is where it was read. */
  set(path: string, value: unknown, column: string): void {
    const names = path.split('.')
    const last = names.pop() ?? ''
    let target = this.input
    for (const name of names) target = (target[name] ??= {}) as Record<string, unknown>
    target[last] = value
    this.nameColumn(path, column)
  }

  /** Notes from which column the value at a path was read. */
  nameColumn(path: string, column: string): void {
    this.columns.set(path, column)
  }

  fail(column: string, message: string): void {
    this.errors.push({ column, message })
  }

  /** The column of the value at a path, or of the innermost object around it that has one. */
  columnOf(path: readonly string[]): string | undefined {
    for (let length = path.length; length > 0; length -= 1) {
      const column = this.columns.get(path.slice(0, length).join('.'))
      if (column !== undefined) return column
    }
    return undefined
  }
}
