import { isDeepStrictEqual } from 'node:util'
import type { Domain } from './domain.js'
import { DomainError, type ValidationError, type ValidationErrorCode } from './errors.js'
import { MAX_INT32 } from '../db/read/statement.js'
import { nounOf, notFoundMessage } from './noun.js'

type Path = string | readonly (string | number)[]

/** NUL, which PostgreSQL's `text` cannot store, and unpaired surrogates, which its `jsonb` cannot. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu

/** Control characters, and Unicode's separators of lines and paragraphs. */
const NOT_ON_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Control characters except tabs and line breaks. */
const NOT_IN_LINES = /[^\P{Cc}\t\n\r]/u
const EARLIEST = new Date('1000-01-01T00:00:00Z')
const LATEST = new Date('+010000-01-01T00:00:00Z')

/**
 * Collects the validation errors of an input, so that the client gets all of them together. The checks return the value
 * to store; undefined is returned as it is, because an update leaves an absent field unchanged.
 */
export class ValidationErrors {
  private readonly found: (ValidationError | ValidationErrors)[] = []

  constructor(private readonly domain: Pick<Domain, 'dryRun'> = {}) {}

  add(code: ValidationErrorCode, path: Path, message: string): void {
    const error = { code, path: typeof path === 'string' ? [path] : path, message }
    if (!this.found.some((each) => isDeepStrictEqual(each, error))) this.found.push(error)
  }

  /** For a check that ends later: its errors stand where this is called, among those of the checks before and after. */
  later(): ValidationErrors {
    const errors = new ValidationErrors(this.domain)
    this.found.push(errors)
    return errors
  }

  /** Rejects null, for a field that cannot be cleared. */
  required<Value>(path: Path, value: Value): Exclude<Value, null> {
    if (value === null) this.add('REQUIRED', path, 'A value is required.')
    return value as Exclude<Value, null>
  }

  /** Checks a text of one line, like `optionalText`. Also rejects null and blank texts. */
  text<Value extends string | null | undefined>(
    path: Path,
    value: Value,
    limit = 255,
  ): Exclude<Value, null> {
    return this.required<Value | null>(path, this.optionalText(path, value, limit))
  }

  /**
   * Trims a text of one line, and converts it to Unicode's normalization form C, so that equal texts are equal byte by
   * byte. A blank one becomes null. Rejects control characters and line breaks. Even a rejected text is returned in a
   * form that PostgreSQL accepts.
   */
  optionalText<Value extends string | null | undefined>(
    path: Path,
    value: Value,
    limit = 255,
  ): Value | null {
    return this.textWithout(NOT_ON_A_LINE, path, value, limit)
  }

  /** Like `text`, for a text that may have several lines, such as a reason. */
  lines<Value extends string | null | undefined>(
    path: Path,
    value: Value,
    limit: number,
  ): Exclude<Value, null> {
    return this.required<Value | null>(path, this.optionalLines(path, value, limit))
  }

  /** Like `optionalText`, for a text that may have several lines, such as a note. */
  optionalLines<Value extends string | null | undefined>(
    path: Path,
    value: Value,
    limit: number,
  ): Value | null {
    return this.textWithout(NOT_IN_LINES, path, value, limit)
  }

  private textWithout<Value extends string | null | undefined>(
    forbidden: RegExp,
    path: Path,
    value: Value,
    limit: number,
  ): Value | null {
    if (typeof value !== 'string') return value
    const trimmed = value.trim().normalize()
    const text = trimmed.replaceAll(UNSTORABLE, '\ufffd')
    if (text.length > limit && Array.from(text).length > limit) {
      this.add('TOO_LONG', path, `At most ${limit} characters are allowed.`)
    }
    if (text !== trimmed) {
      this.add('INVALID', path, 'The text has a character that cannot be stored.')
    } else if (forbidden.test(text)) {
      const lines = forbidden === NOT_ON_A_LINE ? ' and line breaks' : ''
      this.add('INVALID', path, `Control characters${lines} are not allowed.`)
    }
    return text === '' ? null : (text as Value)
  }

  /** Checks that a number is whole and from `min` to `max`, both inclusive. */
  integer<Value extends number | null | undefined>(
    path: Path,
    value: Value,
    min: number,
    max = MAX_INT32,
  ): Value {
    if (typeof value !== 'number') return value
    if (!Number.isInteger(value) || value < min || value > max) {
      this.add('OUT_OF_RANGE', path, `A whole number from ${min} to ${max} is expected.`)
    }
    return value
  }

  /** Rejects an invalid date, and years before 1000 or after 9999. Returns whether the value is accepted. */
  instant(path: Path, value: Date): boolean {
    if (value >= EARLIEST && value < LATEST) return true
    this.add('OUT_OF_RANGE', path, 'A time between the years 1000 and 9999 is expected.')
    return false
  }

  /** Adds NOT_FOUND if `record`, the result of a lookup, is null. Undefined means that the input has no key. */
  reference(path: Path, record: unknown, model: string): void {
    if (record === null) this.add('NOT_FOUND', path, notFoundMessage(model))
  }

  taken(field: string): void {
    this.add('TAKEN', field, `This ${nounOf(field)} is already in use.`)
  }

  get all(): readonly ValidationError[] {
    return this.found.flatMap((each) => (each instanceof ValidationErrors ? each.all : each))
  }

  /** Whether the input may be written: there are no errors, and it is not a dry run. */
  get allowWrite(): boolean {
    return this.all.length === 0 && this.domain.dryRun !== true
  }

  throwIfAny(): void {
    if (!this.allowWrite) throw new DomainError('INVALID', 'The input is not valid.', this.all)
  }
}
