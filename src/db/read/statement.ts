/** A statement as it is written: its parameters are numbered in the order in which they are added. */
export class Statement {
  readonly values: unknown[]
  /** The parameter that holds the viewer's company: always the first. */
  readonly company = '$1::int'

  constructor(companyId: number) {
    this.values = [companyId]
  }

  /** Adds a value and returns its placeholder. The type is spelled out so that PostgreSQL never guesses. */
  parameter(value: unknown, type: string): string {
    this.values.push(Array.isArray(value) ? value.map(comparable) : comparable(value))
    return `$${this.values.length}::${type}`
  }
}

/** PostgreSQL takes no text with NUL in it. No stored text has one, so what compares with it may as well be null. */
const comparable = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? null : value
