import type { StatisticsCompany } from './statistics-company.js'

/** The rows that are not removed. */
export const live = <Row extends { deletedAt: Date | null }>(rows: readonly Row[]) =>
  rows.filter(({ deletedAt }) => deletedAt === null)

export const byId = <Row extends { id: number }>(rows: readonly Row[], id: number | null) =>
  rows.find((row) => row.id === id)

export const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)

/** The figures of inspections, computed without SQL. */
export function figures(rows: StatisticsCompany['inspections']) {
  const times = rows.map(({ inspectedAt }) => inspectedAt.toISOString()).sort()
  const scores = rows.flatMap(({ score }) => score ?? [])
  const passed = rows.filter(({ outcome }) => outcome === 'passed').length
  return {
    count: rows.length,
    passedCount: passed,
    failedCount: rows.length - passed,
    passRate: rows.length > 0 ? passed / rows.length : null,
    averageScore: scores.length > 0 ? sum(scores) / scores.length : null,
    firstAt: times[0] ?? null,
    lastAt: times.at(-1) ?? null,
  }
}
/** The same figures in a selection of groups. */
export const FIGURES = 'count passedCount failedCount passRate averageScore firstAt lastAt'
