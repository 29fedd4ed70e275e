import type { CreationRuns } from '../run/creation.js'
import type { Figures } from './figures.js'
import { median, table } from './format.js'

interface Rated {
  rate: number
}

/** The rates of this build divided by those of the older build (`--before`), round by round. */
function ratiosOf(service: Rated[] = [], before: Rated[] = []): number[] {
  return before.flatMap(({ rate }, round) => {
    const run = service[round]
    return run && rate > 0 ? [run.rate / rate] : []
  })
}

const show = (ratio: number | undefined) => (ratio === undefined ? '–' : ratio.toFixed(2))

/** The median over the rounds, and the least and the greatest ratio. */
function columnOf(ratios: number[]): string {
  if (ratios.length < 2) return show(ratios[0])
  return `${show(median(ratios))} (${show(Math.min(...ratios))} … ${show(Math.max(...ratios))})`
}

/** A row for each query, a column for each number of connections: the ratio of requests per second. */
export function buildsTable(
  figures: Figures,
  connections: number[],
  creations: Record<string, CreationRuns>,
): string {
  const rowOf = (name: string) =>
    connections.map((count) =>
      columnOf(ratiosOf(figures.runs(name, 'service', count), figures.runs(name, 'before', count))),
    )
  const rows = figures.names.map((name) => [name, ...rowOf(name)])
  const created = Object.entries(creations).map(([name, { service, before }]) => {
    const column = columnOf(ratiosOf(service, before))
    const writers = name === 'M2' ? '20 from 4 processes' : '10'
    return [`${name}, ${writers}`, ...connections.map((count) => (count === 10 ? column : ''))]
  })
  return table(
    ['', ...connections.map((count) => `${count} connection${count === 1 ? '' : 's'}`)],
    [...rows, ...created],
  )
}
