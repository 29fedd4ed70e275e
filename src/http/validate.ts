import type { ZodType, z } from 'zod'
import type { ValidationError, ValidationErrorCode } from '../domain/errors.js'
import { HttpError } from './http-error.js'

type Issue = z.core.$ZodIssue

/** Parses some values, each with its schema. Throws one HttpError with the errors of all of them. */
export function validate(parts: readonly (readonly [ZodType | undefined, unknown])[]): unknown[] {
  const errors: ValidationError[] = []
  const values = parts.map(([schema, value]) => {
    const result = schema?.safeParse(value, { reportInput: true })
    if (result && !result.success) errors.push(...result.error.issues.map(errorOf))
    return result?.data
  })
  if (errors.length > 0) throw new HttpError(400, 'The request is not valid.', { errors })
  return values
}

const errorOf = (issue: Issue): ValidationError => ({
  path: issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
  code: codeOf(issue),
  message: issue.message,
})

function codeOf(issue: Issue): ValidationErrorCode {
  if (isMissing(issue)) return 'REQUIRED'
  if (issue.code === 'too_big' && issue.origin === 'string') return 'TOO_LONG'
  if (issue.code === 'too_big' || issue.code === 'too_small') return 'OUT_OF_RANGE'
  return 'INVALID'
}

/** Whether a required value is missing or null. */
const isMissing = ({ code, input }: Issue) =>
  (code === 'invalid_type' || code === 'invalid_union' || code === 'invalid_value') &&
  (input === undefined || input === null)
