import { computed } from '../../db/read/derived.js'

/**
 * A text whose column has the collation of the database, as lists sort it: by the collation of ICU (docs/decisions/orders.md). The
 * collation of a released column cannot change, because statements that older instances have prepared would fail.
 */
export const byIcu = (name: string) =>
  computed<string>(({ column }) => `${column(name)} collate "und-x-icu"`)
