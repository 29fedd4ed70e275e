import { basename } from 'node:path'
import type { Cell } from '../run/cells.js'
import type { Run } from '../run/measure.js'
import type { Clients } from '../servers/clients.js'
import type { Server } from '../servers/server.js'
import type { Viewer } from '../servers/viewer.js'
import { ROOT } from '../system/paths.js'
import { median, table } from './format.js'

/** A build of the service, with a database of its own. */
export interface Build {
  folder: string
  server: Server
  url: string
  viewer: Viewer
  clients: Clients
}

/** One query at one build. */
export type BuildCell = Pick<Cell, 'name' | 'server' | 'target' | 'runs'>

/**
 * A row for each query and build, and for each number of connections: requests per second, the median of the ratios to the first
 * build in the same round, and milliseconds of CPU time per request of the service and of PostgreSQL.
 */
export function buildsTable(
  names: readonly string[],
  connections: readonly number[],
  builds: readonly Build[],
  cells: readonly BuildCell[],
): string {
  const runsOf = (name: string, server: Server | undefined, count: number) =>
    cells.find((cell) => cell.name === name && cell.server === server)?.runs.get(count)
  const columnsOf = (name: string, server: Server, count: number) => {
    const runs = runsOf(name, server, count)
    if (!runs) return ['–', '–', '–', '–']
    const base = runsOf(name, builds[0]?.server, count) ?? []
    const ratios = base.map(({ rate }, round) => (runs[round]?.rate ?? NaN) / rate)
    const of = (key: keyof Run) => median(runs.map((run) => run[key]))
    const ratio = ratios.length > 0 ? median(ratios).toFixed(2) : '–'
    return [
      String(Math.round(of('rate'))),
      ratio,
      of('cpu').toFixed(2),
      of('postgresCpu').toFixed(2),
    ]
  }
  const rows = names.flatMap((name) =>
    builds.map(({ folder, server }) => [
      name,
      folder === ROOT ? 'this' : basename(folder),
      ...connections.flatMap((count) => columnsOf(name, server, count)),
    ]),
  )
  const columns = connections.flatMap((count) => [`rate, ${count} conn.`, 'ratio', 'ms', 'ms PG'])
  return table(['', 'build', ...columns], rows)
}
