/** The cells of a line as texts. */
export interface Line {
  readonly cells: readonly string[]
  readonly line: number
}

export const isEmpty = ({ cells }: Line): boolean => cells.every((cell) => cell.trim() === '')
