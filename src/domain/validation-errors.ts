import { DomainError, type ValidationError, type ValidationErrorCode } from './errors.js'

type Path = string | readonly (string | number)[]

/** NUL, which PostgreSQL's text cannot hold, and halves of surrogate pairs, which its JSON cannot. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu

const EARLIEST = new Date('1000-01-01T00:00:00Z')
const LATEST = new Date('+010000-01-01T00:00:00Z')

const pathOf = (path: Path) => (typeof path === 'string' ? [path] : path)

/** Collects everything that is wrong with an input, so that several mistakes come back together. */
export class ValidationErrors {
  private readonly found: ValidationError[] = []

  add(code: ValidationErrorCode, path: Path, message: string): void {
    this.found.push({ code, path: pathOf(path), message })
  }

  /** Refuses null, for a field that cannot be cleared. Undefined stays undefined: a partial update's untouched field. */
  required<Value>(path: Path, value: Value): Exclude<Value, null> {
    if (value === null) this.add('REQUIRED', path, 'A value is required.')
    return value as Exclude<Value, null>
  }

  /** Trims a text that must be there and says something. Undefined stays undefined, as in `required`. */
  text<Value extends string | null | undefined>(
    path: Path,
    value: Value,
    limit = 255,
  ): Exclude<Value, null> {
    return this.required<Value | null>(path, this.optionalText(path, value, limit))
  }

  /** Trims a text that may be absent; blank counts as null. What comes back can be looked up, even if it is refused. */
  optionalText<Value extends string | null | undefined>(
    path: Path,
    value: Value,
    limit = 255,
  ): Value | null {
    if (typeof value !== 'string') return value
    const trimmed = value.trim()
    const text = trimmed.replaceAll(UNSTORABLE, '\ufffd')
    if (text.length > limit && Array.from(text).length > limit) {
      this.add('TOO_LONG', path, `At most ${limit} characters are allowed.`)
    }
    if (text !== trimmed) {
      this.add('INVALID', path, 'The text has a character that cannot be stored.')
    }
    return text === '' ? null : (text as Value)
  }

  /** Checks a whole number between two bounds, inclusive. */
  integer(path: Path, value: number | null | undefined, least: number, most = 2_147_483_647): void {
    if (value === null || value === undefined) return
    if (Number.isInteger(value) && value >= least && value <= most) return
    this.add('OUT_OF_RANGE', path, `A whole number from ${least} to ${most} is expected.`)
  }

  /** Checks that a time is one, of four-digit years. */
  instant(path: Path, value: Date | undefined): void {
    if (value === undefined || (value >= EARLIEST && value < LATEST)) return
    this.add('OUT_OF_RANGE', path, 'A time of the years 1000 to 9999 is expected.')
  }

  /** Checks that a reference was found; `undefined` means that none was asked for. */
  reference(path: Path, record: unknown, what: string): void {
    if (record === null) this.add('NOT_FOUND', path, `There is no such ${what}.`)
  }

  /** Whether nothing was found to be wrong so far. */
  get isEmpty(): boolean {
    return this.found.length === 0
  }

  throwIfAny(): void {
    if (this.isEmpty) return
    throw new DomainError('INVALID', 'The input is not valid.', this.found)
  }
}
