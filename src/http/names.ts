import type { Problem } from '../domain/errors.js'

/** Tells problems by what a request calls the fields of the domain's input; other names stay. */
export const renaming =
  (names: Readonly<Record<string, string>>) =>
  (problem: Problem): Problem => {
    const [first, ...rest] = problem.path
    if (typeof first !== 'string') return problem
    return { ...problem, path: [names[first] ?? first, ...rest] }
  }
