import type { ZodType, z } from 'zod'
import type { ValidationErrorCode } from '../domain/errors.js'
import { HttpError, type FieldError } from './http-error.js'

type Issue = z.core.$ZodIssue

/** Reads some parts of a request with their schemas; everything that is wrong with any of them comes back together. */
export function validate(parts: readonly (readonly [ZodType | undefined, unknown])[]): unknown[] {
  const errors: FieldError[] = []
  const values = parts.map(([schema, value]) => {
    const result = schema?.safeParse(value, { reportInput: true })
    if (result && !result.success) errors.push(...result.error.issues.map(fieldErrorOf))
    return result?.data
  })
  if (errors.length > 0) throw new HttpError(400, 'The request is not valid.', { errors })
  return values
}

const fieldErrorOf = (issue: Issue): FieldError => ({
  path: issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
  code: codeOf(issue),
  message: issue.message,
  issue,
})

function codeOf(issue: Issue): ValidationErrorCode {
  if (isMissing(issue)) return 'REQUIRED'
  if (issue.code === 'too_big' && issue.origin === 'string') return 'TOO_LONG'
  if (issue.code === 'too_big' || issue.code === 'too_small') return 'OUT_OF_RANGE'
  return 'INVALID'
}

/** Whether there was no value where one must be; null is as good as none. */
const isMissing = ({ code, input }: Issue) =>
  (code === 'invalid_type' || code === 'invalid_union' || code === 'invalid_value') &&
  (input === undefined || input === null)
