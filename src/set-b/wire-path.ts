import type { Path } from '../http/http-error.js'

/** The domain's names of fields, and what this set calls them. */
export type WireNames = Readonly<Record<string, string>>

/** Says of a path in the domain's input where that is in a body of this set. */
export const wirePathOf =
  (names: WireNames) =>
  ([first = '', ...rest]: Path): Path => [names[first] ?? first, ...rest]
