import type { ModelRules } from '../../db/read/model-rules.js'
import type { RemovableModel } from '../record/require-record.js'

/** What the Prisma schema does not say about a model: for the read engine, and for the domain. */
export interface NounRules extends ModelRules {
  /**
   * For records that every user may read, and whose changes leave audit entries: the tables that the records consist of, and of each
   * table the columns that change without an entry. The records are in the feed of changes. docs/decisions/kept-answers.md
   */
  readonly logged?: Readonly<Record<string, readonly string[]>>
  /** The records that these records depend on. */
  readonly dependsOn?: readonly DependsOn[]
}

/** A record depends on the record of the model `on` whose id is in the column `key`. */
export interface DependsOn {
  readonly key: string
  readonly on: RemovableModel
  /** What an error message calls the dependent records, in the plural. */
  readonly noun: string
  /** If only open records depend on other records: the statuses of an open one. */
  readonly whileOpen?: {
    /** The PostgreSQL type of the column `status`. */
    readonly type: string
    readonly statuses: readonly string[]
  }
  /** For a many-to-many relation: the join table that has `key`, and its column that refers to the dependent record. */
  readonly through?: { readonly table: string; readonly own: string }
}
