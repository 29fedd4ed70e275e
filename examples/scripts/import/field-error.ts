/** An error of a value, with its path in the input of the mutation. */
export interface FieldError {
  readonly message: string
  readonly field?: readonly string[] | null | undefined
}

/** The errors whose path begins with `rows` and an index, by this index, with the rest of the path. */
export function errorsOfRows(errors: readonly FieldError[]): Map<number, FieldError[]> {
  const byRow = new Map<number, FieldError[]>()
  for (const { message, field } of errors) {
    const [rows, index, ...rest] = field ?? []
    if (rows !== 'rows' || index === undefined) continue
    const found = byRow.get(Number(index)) ?? []
    byRow.set(Number(index), [...found, { message, field: rest }])
  }
  return byRow
}
