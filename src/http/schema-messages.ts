import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/** The default message of a schema error, instead of Zod's. A schema with a message of its own does not use it. */
export function messageOf(issue: Issue): string {
  if (isMissing(issue) || isBlank(issue)) return 'A value is required.'
  switch (issue.code) {
    case 'invalid_type':
      return `${expected[issue.expected] ?? 'Another value'} is expected.`
    case 'too_big':
      if (issue.origin === 'string') return `At most ${issue.maximum} characters are allowed.`
      // Zod compares integers with the largest safe integer before it compares them with the schema's bound.
      if (issue.maximum === Number.MAX_SAFE_INTEGER) return 'A smaller number is expected.'
      return `A number of at most ${issue.maximum} is expected.`
    case 'too_small':
      if (issue.minimum === Number.MIN_SAFE_INTEGER) return 'A larger number is expected.'
      return `A number of at least ${issue.minimum} is expected.`
    case 'invalid_format':
      return issue.format === 'uuid' ? 'A UUID is expected.' : 'The format is not valid.'
    case 'invalid_value':
      return `One of ${issue.values.map(String).join(', ')} is expected.`
    default:
      return 'The value is not valid.'
  }
}

const expected: Partial<Record<string, string>> = {
  string: 'Text',
  number: 'A number',
  int: 'A whole number',
  boolean: 'True or false',
  array: 'A list',
  object: 'A JSON object',
}

interface Found {
  readonly code?: string
  readonly input?: unknown
}

/** Whether a required value is missing or null. */
export const isMissing = ({ code, input }: Found) =>
  (code === 'invalid_type' || code === 'invalid_union' || code === 'invalid_value') &&
  (input === undefined || input === null)

/** Whether a required text is blank. The schema trims the text, then requires a character. */
export const isBlank = (issue: Found & { readonly origin?: string }) =>
  issue.code === 'too_small' && issue.origin === 'string'
