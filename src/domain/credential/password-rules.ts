import type { ValidationErrors } from '../validation-errors.js'

const MIN_LENGTH = 12
const MAX_LENGTH = 128

/**
 * Checks a new password: 12 to 128 characters, not the user's own email address, not one of the commonest passwords,
 * and not one repeated character. Spaces count and are kept. A password that was set under earlier rules stays valid.
 */
export async function checkPassword<Value extends string | null | undefined>(
  errors: ValidationErrors,
  path: string,
  value: Value,
  email: string | null | undefined,
): Promise<Exclude<Value, null>> {
  const problem = typeof value === 'string' ? await problemOf(value, email) : undefined
  if (problem) errors.add(problem.code, path, problem.message)
  return errors.required(path, value)
}

async function problemOf(
  password: string,
  email: string | null | undefined,
): Promise<Problem | undefined> {
  const { length } = Array.from(password)
  if (length < MIN_LENGTH) return invalid(`At least ${MIN_LENGTH} characters are expected.`)
  if (length > MAX_LENGTH) {
    return { code: 'TOO_LONG', message: `At most ${MAX_LENGTH} characters are allowed.` }
  }
  if (new Set(password).size === 1) return invalid('The password must not repeat one character.')
  if (password.trim().toLowerCase() === email?.trim().toLowerCase()) {
    return invalid('The password must not be the email address.')
  }
  // Loaded here, because it takes 0.2 s, a quarter of the start of a command.
  const { isCommonPassword } = await import('./common-passwords.js')
  return isCommonPassword(password) ? invalid('This is one of the commonest passwords.') : undefined
}

interface Problem {
  readonly code: 'INVALID' | 'TOO_LONG'
  readonly message: string
}

const invalid = (message: string): Problem => ({ code: 'INVALID', message })
