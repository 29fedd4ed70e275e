import type { Database } from '../../db/connect.js'
import type { Log } from '../../db/log.js'
import { type Mailer, MailRefusedError } from '../../mail/mailer.js'
import { issuePasswordTokens, withdrawPasswordTokens } from '../credential/password-token.js'
import { claimMail, deleteMail } from './claim-mail.js'
import { type Links, passwordMail } from './password-mail.js'

export interface MailServices {
  readonly db: Pick<Database, 'query' | 'forCaller'>
  readonly mailer: Mailer
  readonly log: Log
  readonly links: Links
}

/**
 * Sends the next mail of the outbox that is due: `done` if it has left the outbox, `failed` if it stays there, `none`
 * if no mail is due. Generates the tokens only now, so that the database never contains more than their hashes. Uses no
 * transaction, because a mail server may take seconds. If the process stops between the sending and the deletion, the
 * mail is sent twice, each time with a new token.
 */
export async function sendNextMail(services: MailServices): Promise<'done' | 'failed' | 'none'> {
  const { db, mailer, log, links } = services
  const claimed = await claimMail(db)
  if (!claimed) return 'none'
  const { id, kind, email } = claimed
  const tokens = await issuePasswordTokens(db, claimed)
  try {
    const mail = passwordMail(kind, email, tokens, links)
    if (mail) await mailer.send(mail)
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    const isFinal = error instanceof MailRefusedError || claimed.isLast
    // Messages of nodemailer may contain the recipient's address.
    const details = { mail: id, kind, code, responseCode }
    log.warn(
      details,
      isFinal
        ? 'A mail was discarded and is not retried'
        : 'A mail could not be sent; it is retried',
    )
    await withdrawPasswordTokens(db, tokens)
    if (!isFinal) return 'failed'
  }
  await deleteMail(db, claimed)
  return 'done'
}
