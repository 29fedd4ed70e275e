import type { Database } from '../../db/connect.js'
import type { Log } from '../../log/log.js'
import { type Mailer, MailRefusedError } from '../../mail/mailer.js'
import { issuePasswordTokens, withdrawPasswordTokens } from '../credential/password-token.js'
import { claimMail, deleteMail } from './claim-mail.js'
import { type Links, passwordMail } from './password-mail.js'

export interface MailServices {
  readonly db: Pick<Database, 'read' | 'write' | 'forCaller'>
  readonly mailer: Mailer
  readonly log: Log
  readonly links: Links
}

/**
 * `done`: the mail was sent or discarded. `delayed`: it stays in the outbox, because this mail was refused for now.
 * `failed`: no mail can be sent now. `none`: no mail is due.
 */
export type Sending = 'done' | 'delayed' | 'failed' | 'none'

/**
 * Sends the next mail of the outbox that is due. Generates the tokens only now, so that the database never contains
 * more than their hashes. Uses no transaction, because a mail server may take seconds. If the process stops between the
 * sending and the deletion, the mail is sent twice, each time with a new token. A mail that is not sent within a day is
 * discarded.
 */
export async function sendNextMail(services: MailServices): Promise<Sending> {
  const { db, mailer, log, links } = services
  const claimed = await claimMail(db)
  if (!claimed) return 'none'
  const { id, kind, email } = claimed
  const tokens = await issuePasswordTokens(db, claimed)
  try {
    const mail = passwordMail(kind, email, tokens, links)
    if (mail) await mailer.send(mail)
  } catch (error) {
    await withdrawPasswordTokens(db, tokens)
    const refusal = error instanceof MailRefusedError ? error : undefined
    const isFinal = refusal?.isPermanent === true || claimed.isLast
    // Messages of nodemailer may contain the recipient's address.
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    log.warn(
      { mail: id, kind, code, responseCode },
      isFinal
        ? 'A mail was discarded and is not retried'
        : 'A mail could not be sent; it is retried',
    )
    if (isFinal) await deleteMail(db, claimed)
    if (!refusal) return 'failed'
    return isFinal ? 'done' : 'delayed'
  }
  await deleteMail(db, claimed)
  return 'done'
}
