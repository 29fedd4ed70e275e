/** The methods of a logger that the database and the demo call. A pino logger has them. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

const NOTICEABLE_MS = 1000

/** Awaits `work`. If that takes longer than a second, logs the message, and the duration at the end. */
export async function withProgress<Result>(
  log: Log,
  message: string,
  work: Promise<Result>,
): Promise<Result> {
  const started = performance.now()
  const timer = setTimeout(() => {
    log.info({}, `${message} …`)
  }, NOTICEABLE_MS)
  try {
    const result = await work
    const taken = performance.now() - started
    if (taken > NOTICEABLE_MS) log.info({}, `${message}: done in ${(taken / 1000).toFixed(1)} s`)
    return result
  } finally {
    clearTimeout(timer)
  }
}
