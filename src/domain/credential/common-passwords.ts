import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,000 commonest passwords, in lower case. Some are shorter than the minimum length. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'] as readonly string[])

/**
 * Whether a password, ignoring case, is one of the commonest, or one of them with digits and signs around it that make
 * up at most half of the password, such as `Sunshine-2024!`.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const letters = lower.replace(/^[\P{L}]+|[\P{L}]+$/gu, '')
  return common.has(lower) || (letters.length * 2 >= lower.length && common.has(letters))
}
