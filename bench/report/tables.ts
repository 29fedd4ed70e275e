import type { CreationRuns } from '../run/creation.js'
import type { Memory } from '../system/process-stats.js'
import type { ServerName } from '../servers/server.js'
import type { Figures } from './figures.js'
import { figure, median, table } from './format.js'
import { CREATION_TARGETS, targetColumns } from './targets.js'
import { SERVER_TITLES, SHOWN_SERVERS } from './titles.js'

const rowsOf = <Row>(
  { names }: Figures,
  connections: number[],
  row: (name: string, count: number) => Row,
) => names.flatMap((name) => connections.map((count) => row(name, count)))

export function ratesTable(figures: Figures, connections: number[]): string {
  const head = ['', 'connections', 'service', 'PostGraphile', 'Mercurius', 'limit']
  return table(
    [...head, '× PostGraphile', 'of the limit', 'target', 'target reached'],
    rowsOf(figures, connections, (name, count) => [
      name,
      count,
      ...SHOWN_SERVERS.map((server) => figure(figures.median(name, server, count))),
      figure(figures.ratio(name, 'service', 'postgraphile', count)),
      figure(figures.ratio(name, 'service', 'limit', count)),
      ...targetColumns(figures, name, count),
    ]),
  )
}

export function latencyTable(figures: Figures, connections: number[]): string {
  const titles = SHOWN_SERVERS.flatMap((server) => [`${SERVER_TITLES[server]} p50`, 'p99'])
  return table(
    ['', 'connections', ...titles, 'p99 to the limit’s'],
    rowsOf(figures, connections, (name, count) => [
      name,
      count,
      ...SHOWN_SERVERS.flatMap((server) =>
        (['p50', 'p99'] as const).map((key) => figure(figures.median(name, server, count, key))),
      ),
      figure(
        figures.median(name, 'service', count, 'p99') / figures.median(name, 'limit', count, 'p99'),
      ),
    ]),
  )
}

export function cpuTable(figures: Figures, connections: number): string {
  return table(
    ['', ...SHOWN_SERVERS.flatMap((server) => [SERVER_TITLES[server], 'PostgreSQL'])],
    figures.names.map((name) => [
      name,
      ...SHOWN_SERVERS.flatMap((server) =>
        (['cpu', 'postgresCpu'] as const).map((key) =>
          figure(figures.median(name, server, connections, key)),
        ),
      ),
    ]),
  )
}

export function memoryTable(memory: (readonly [ServerName, Memory])[]): string {
  return table(
    ['', 'at the end', 'at most'],
    memory.map(([server, { now, peak }]) => [SERVER_TITLES[server], figure(now), figure(peak)]),
  )
}

const CREATION_TITLES: Record<string, string> = {
  M1: 'M1: createAsset, 10 connections',
  M2: 'M2: createJob in one company, 4 processes',
  M5: 'M5: createSite, 10 connections',
  M6: 'M6: recordInspection, 10 connections',
  M7: 'M7: recordInspection with 40 answers, 10 connections',
}

export function creationsTable(creations: Record<string, CreationRuns>): string {
  const rate = (runs: CreationRuns[ServerName] = []) => median(runs.map((run) => run.rate))
  return table(
    ['', 'service', 'limit', 'of the limit', 'target'],
    Object.entries(creations).map(([name, { service, limit }]) => [
      CREATION_TITLES[name] ?? name,
      ...[rate(service), rate(limit), rate(service) / rate(limit)].map(figure),
      String(CREATION_TARGETS[name] ?? ''),
    ]),
  )
}
