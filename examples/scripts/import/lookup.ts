import type { RowError, Values } from './row.js'

/** The columns that refer to a record: one has its name, the other its id. */
interface ReferenceColumns {
  readonly name: string
  readonly id: string
}

/** Finds the ids of records by the names that people use, ignoring case. */
export class Lookup {
  private readonly ids = new Map<string, string[]>()

  constructor(
    /** For messages, such as `asset type`. */
    private readonly noun: string,
    private readonly columns: ReferenceColumns,
  ) {}

  add(id: string, ...names: readonly string[]): void {
    for (const name of new Set(names.map(normalized))) {
      this.ids.set(name, [...(this.ids.get(name) ?? []), id])
    }
  }

  /** The id of the record that a row refers to. Adds an error if there is none. The column of the id takes precedence. */
  idIn(values: Values, errors: RowError[], name = values.get(this.columns.name)): string {
    const id = values.get(this.columns.id)
    if (id !== undefined) return id
    if (name !== undefined) return this.idOf(name, errors)
    errors.push({ column: this.columns.name, message: 'A value is missing.' })
    return ''
  }

  /** The id of the record with a name. Adds an error if there is none, or several. */
  idOf(name: string, errors: RowError[]): string {
    const found = this.ids.get(normalized(name)) ?? []
    const [id = ''] = found
    const { name: column, id: idColumn } = this.columns
    if (found.length === 0) {
      errors.push({ column, message: `There is no ${this.noun} "${name}".` })
    } else if (found.length > 1) {
      const message = `${found.length} records have the name "${name}". Use ${idColumn}.`
      errors.push({ column, message })
    }
    return id
  }
}

const normalized = (name: string) => name.trim().toLowerCase()
