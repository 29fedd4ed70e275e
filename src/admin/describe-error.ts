/** The message of an error. Node's error for a server that no address of a host name reaches has only a code. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  return error.message || (code ?? error.name)
}
