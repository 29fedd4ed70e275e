import { FEED_MODELS } from '../change-feed/live-records.js'
import { rulesOf } from '../model/models.js'

/*
 * Which changes of a table leave entries in the log. docs/decisions/kept-answers.md
 */

/**
 * The tables that a kept answer may have been read from: by the name of the table, the type of the records of its audit entries, and the
 * columns that change without one. Others are not read from it: those without audit entries, such as the contents of documents;
 * `profile`, whose rows may have no values; and the log itself, from which old entries are deleted.
 */
export const loggedTables: ReadonlyMap<
  string,
  { readonly type: string; readonly unlogged: readonly string[] }
> = new Map(
  FEED_MODELS.flatMap((type) =>
    Object.entries(rulesOf(type).logged ?? {}).map(
      // A write may change `updated_at` without a change of another column.
      ([table, columns]) => [table, { type, unlogged: ['updated_at', ...columns] }] as const,
    ),
  ),
)

/** Columns that follow from records of another type: a write of these leaves the entry. */
export const followingColumns: Readonly<Record<string, string>> = { due_basis: 'Inspection' }

/** The table whose rows are read with each mark, because its changes leave no entries. It has four rows for all companies. */
export const RISKS = 'risk'

/** The table of the state changes, which are the other part of the log. */
export const STATE_CHANGES = 'state_change'
