import type { Log } from './log.js'

const NOTICEABLE_MS = 1000

/** Awaits `work`, and says what is being waited for once that takes longer than a second. */
export async function withProgress<Result>(
  log: Log,
  message: string,
  work: Promise<Result>,
): Promise<Result> {
  const started = performance.now()
  let noticed = false
  const timer = setTimeout(() => {
    noticed = true
    log.info({}, `${message} …`)
  }, NOTICEABLE_MS)
  try {
    const result = await work
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    if (noticed) log.info({}, `${message}: done in ${seconds} s`)
    return result
  } finally {
    clearTimeout(timer)
  }
}
