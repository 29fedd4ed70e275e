import type { RowInput } from './row-input.js'

/** Finds the ids of records by the names that people use. */
export class Lookup {
  private readonly ids = new Map<string, string[]>()

  constructor(
    /** For messages, such as `asset type`. */
    private readonly noun: string,
    private readonly column: string,
    private readonly idColumn: string,
    /** Whether names that differ only in case are of different records. */
    private readonly isExact: boolean,
  ) {}

  add(id: string, ...names: readonly string[]): void {
    for (const name of new Set(names.map((each) => comparable(each, this.isExact)))) {
      this.ids.set(name, [...(this.ids.get(name) ?? []), id])
    }
  }

  /** The id of the record with a name. Adds an error to the row if there is none, or several. */
  idOf(name: string, shown: string, row: RowInput): string | undefined {
    const found = this.ids.get(comparable(name, this.isExact)) ?? []
    if (found.length === 1) return found[0]
    const message =
      found.length === 0
        ? `There is no ${this.noun} "${shown}".`
        : `${found.length} records have the name "${shown}". Use ${this.idColumn}.`
    row.fail(this.column, message)
    return undefined
  }
}

/** What is equal for texts that name the same record. */
export const comparable = (text: string, isExact = false): string =>
  isExact ? text : text.trim().toLowerCase()
