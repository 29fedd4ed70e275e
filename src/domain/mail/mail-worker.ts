import { type MailServices, sendNextMail } from './send-next-mail.js'
import { sendNextNotices } from '../notification/send-next-notices.js'
import { startWorker } from '../worker.js'

/** How often an instance looks for mails that are due. */
const INTERVAL_MS = 2000

/**
 * Sends the mails of the outbox, one after the other. Every instance runs one worker; a mail is sent by the instance
 * that claims it. The worker pauses if no mail is due, or if the mail server cannot be reached or refuses all mails:
 * then the next mail would fail, too. Returns the function that stops the worker and waits until the current mail is
 * sent.
 */
export const startMailWorker = (services: MailServices, intervalMs = INTERVAL_MS) =>
  startWorker({
    next: async () => ['done', 'delayed'].includes(await sendNext(services)),
    intervalMs,
    log: services.log,
    failure: 'The outbox of mails could not be read',
  })

/** Mails for accounts come before those about what has happened. */
async function sendNext(services: MailServices) {
  const sending = await sendNextMail(services)
  return sending === 'none' ? sendNextNotices(services) : sending
}
