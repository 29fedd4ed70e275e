export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

/** A number with about three significant digits; a dash for a value that was not measured. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 10 ? 1 : 2)
}

/** A Markdown table: the first column left-aligned, the others right-aligned. */
export function table(head: string[], rows: (string | number)[][]): string {
  const alignment = head.map((_, index) => (index === 0 ? '---' : '--:'))
  return [head, alignment, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

export const today = (): string => new Date().toISOString().slice(0, 10)
