import type { Path } from './http-error.js'

/** Translates the path of a domain error into a path in the body. `names`: from the domain's fields to the body's. */
export const errorPathOf =
  (names: Readonly<Record<string, string>>) =>
  ([first = '', ...rest]: Path): Path => [names[first] ?? first, ...rest]
