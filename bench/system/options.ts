/** Whether `--name` was given. */
export const hasFlag = (name: string): boolean => process.argv.includes(`--${name}`)

/** The value of `--name=value`. */
export function findOption(name: string): string | undefined {
  const start = `--${name}=`
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length)
}

export function numberOption(name: string, defaultValue: number): number {
  const text = findOption(name)
  if (text === undefined) return defaultValue
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} must be a positive number, not "${text}"`)
  return value
}
