/** The 49,000 commonest passwords, in lower case. Some are shorter than the minimum length. */
let passwords: Promise<ReadonlySet<string>> | undefined

/** Loads the package when the first password is checked: it takes 0.2 s, a quarter of the start of a command. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'] as readonly string[])
}

/**
 * Whether a password, ignoring case, is one of the commonest, or one of them with digits and signs around it that make
 * up at most half of the password, such as `Sunshine-2024!`.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await (passwords ??= load())
  const lower = password.toLowerCase()
  const letters = lower.replace(/^[\P{L}]+|[\P{L}]+$/gu, '')
  return common.has(lower) || (letters.length * 2 >= lower.length && common.has(letters))
}
