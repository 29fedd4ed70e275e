import type { Log } from '../../db/log.js'
import { type MailServices, sendNextMail } from './send-next-mail.js'

/** How often an instance looks for mails that are due. */
const INTERVAL_MS = 2000

/**
 * Sends the mails of the outbox, one after the other. Every instance runs one worker; a mail is sent by the instance
 * that claims it. After a failure it pauses, because the next mail would probably fail too. Returns the function that
 * stops the worker and waits until the current mail is sent.
 */
export function startMailWorker(services: MailServices, intervalMs = INTERVAL_MS) {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()

  const work = async () => {
    try {
      while (!stopped && (await sendNextMail(services)) === 'done');
    } catch (error) {
      logFailure(services.log, error)
    }
    if (!stopped) timer = setTimeout(start, intervalMs)
  }
  const start = () => {
    round = work()
  }
  start()
  return async (): Promise<void> => {
    stopped = true
    clearTimeout(timer)
    await round
  }
}

/** Logs an error, for example of an unavailable database. The worker tries again after its interval. */
const logFailure = (log: Log, error: unknown) => {
  log.warn({ err: error }, 'The outbox of mails could not be read')
}
