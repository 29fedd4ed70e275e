import type { Cell } from '../run/cells.js'
import type { Run } from '../run/measure.js'
import type { ServerName } from '../servers/server.js'
import { median } from './format.js'

/** The medians of a benchmark's cells (see `Cell`); NaN for what was not measured. */
export class Figures {
  /** The queries with requests of different clients, in the order in which they were added. */
  readonly names: string[]

  constructor(private readonly cells: Cell[]) {
    this.names = [...new Set(cells.map(({ name }) => name))]
  }

  /** The runs of a cell, one for each round. */
  runs(name: string, server: ServerName, connections: number): Run[] {
    const cell = this.cells.find((each) => each.name === name && each.server.name === server)
    return cell?.runs.get(connections) ?? []
  }

  /** The median of a figure over the rounds. */
  median(name: string, server: ServerName, connections: number, key: keyof Run = 'rate'): number {
    return median(this.runs(name, server, connections).map((run) => run[key]))
  }

  /** The requests per second of one server, divided by those of another. */
  ratio(name: string, server: ServerName, other: ServerName, connections: number): number {
    return this.median(name, server, connections) / this.median(name, other, connections)
  }
}
