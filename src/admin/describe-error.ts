/** The message of an error, or its code: if all addresses of a host name fail, Node's AggregateError has no message. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  return error.message || (code ?? error.name)
}
