/** A statement under construction: its parameters are numbered in the order in which they are added. */
export class Statement {
  readonly values: unknown[]
  /** The first parameter: the viewer's company. */
  readonly company = '$1::int'

  constructor(companyId: number) {
    this.values = [companyId]
  }

  /** Adds a value and returns its placeholder. The explicit type keeps PostgreSQL from inferring another one. */
  parameter(value: unknown, type: string): string {
    this.values.push(Array.isArray(value) ? value.map(comparable) : comparable(value))
    return `$${this.values.length}::${type}`
  }
}

/** PostgreSQL rejects text with a NUL character, and stores none: such text matches nothing, as null does. */
const comparable = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? null : value
