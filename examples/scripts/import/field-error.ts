/** An error of a value, with its path in the input of the mutation. */
export interface FieldError {
  readonly message: string
  readonly field?: readonly string[] | null | undefined
}

export const textOf = ({ message, field }: FieldError): string =>
  field && field.length > 0 ? `${field.join('.')}: ${message}` : message

/** The errors whose path begins with `rows` and an index, by this index, with the rest of the path. */
export function errorsOfRows(errors: readonly FieldError[]): Map<number, string[]> {
  const byRow = new Map<number, string[]>()
  for (const { message, field } of errors) {
    const [rows, index, ...rest] = field ?? []
    if (rows !== 'rows' || index === undefined) continue
    const texts = byRow.get(Number(index)) ?? []
    byRow.set(Number(index), [...texts, textOf({ message, field: rest })])
  }
  return byRow
}
