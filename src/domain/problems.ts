import { DomainError, type Problem, type ProblemCode } from './errors.js'

type Path = string | readonly (string | number)[]

const pathOf = (path: Path) => (typeof path === 'string' ? [path] : path)

/** Collects everything that is wrong with an input, so that several mistakes come back together. */
export class Problems {
  private readonly found: Problem[] = []

  add(code: ProblemCode, path: Path, message: string): void {
    this.found.push({ code, path: pathOf(path), message })
  }

  /** Trims a text that must be there and says something. Undefined stays undefined: a partial update's untouched field. */
  text<Value extends string | undefined>(path: Path, value: Value, limit = 255): Value {
    if (value === undefined) return value
    const text = value.trim()
    if (text === '') this.add('REQUIRED', path, 'A value is required.')
    if (text.length > limit) this.add('TOO_LONG', path, `At most ${limit} characters are allowed.`)
    return text as Value
  }

  /** Trims a text that may be absent; blank counts as null. */
  optionalText<Value extends string | null | undefined>(
    path: Path,
    value: Value,
    limit = 255,
  ): Value | null {
    if (value === null || value === undefined) return value
    const text = value.trim()
    if (text.length > limit) this.add('TOO_LONG', path, `At most ${limit} characters are allowed.`)
    return text === '' ? null : (text as Value)
  }

  /** Checks a whole number between two bounds, inclusive. */
  integer(path: Path, value: number | null | undefined, least: number, most = 2_147_483_647): void {
    if (value === null || value === undefined) return
    if (Number.isInteger(value) && value >= least && value <= most) return
    this.add('OUT_OF_RANGE', path, `A whole number from ${least} to ${most} is expected.`)
  }

  /** Checks that a reference was found; `undefined` means that none was asked for. */
  reference<Found>(path: Path, record: Found | null | undefined, what: string): void {
    if (record === null) this.add('NOT_FOUND', path, `There is no such ${what}.`)
  }

  throwIfAny(): void {
    if (this.found.length === 0) return
    throw new DomainError('INVALID', 'The input is not valid.', this.found)
  }
}
