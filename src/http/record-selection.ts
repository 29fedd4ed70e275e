import type { Selection } from '../db/read/compiled-selection.js'
import type { ModelName } from '../db/read/model.js'

/** What to read of a record. */
export interface RecordSelection<Row = unknown> {
  /** Never set. It only carries the type of the rows. */
  readonly row?: Row
  readonly model: ModelName
  readonly select: Selection
  /** The relations to many, of the record and of the records nested in it. */
  readonly lists: readonly ListSelection[]
}

/** A relation to many. Its parent is a nested record, or the selected record if `path` is empty. */
export interface ListSelection {
  /** The relations to one record that lead from the selected record to the parent. */
  readonly path: readonly string[]
  readonly model: ModelName
  readonly relation: string
  readonly item: RecordSelection
}
