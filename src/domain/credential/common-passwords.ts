import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,000 commonest passwords, in lower case. Some are shorter than the minimum length. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'] as readonly string[])

/**
 * Whether a password is one of the commonest, ignoring case, or consists of one of them and at most as many digits and
 * signs before and after it: `Sunshine-2024!`.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const letters = lower.replace(/^[\P{L}]+|[\P{L}]+$/gu, '')
  return common.has(lower) || (letters.length * 2 >= lower.length && common.has(letters))
}
