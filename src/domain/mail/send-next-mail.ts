import type { Database } from '../../db/connect.js'
import type { Log } from '../../log/log.js'
import type { Mailer } from '../../mail/mailer.js'
import { issuePasswordTokens, withdrawPasswordTokens } from '../credential/password-token.js'
import { attemptMail, type Sending } from './attempt-mail.js'
import { claimMail, deleteMail } from './claim-mail.js'
import { type Links, passwordMail } from './password-mail.js'

export interface MailServices {
  readonly db: Pick<Database, 'read' | 'write' | 'forCaller' | 'status'>
  readonly mailer: Mailer
  readonly log: Log
  readonly links: Links
}

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
  const { id, kind, email, isLast } = claimed
  const send = async () => {
    const tokens = await issuePasswordTokens(db, claimed)
    try {
      const mail = passwordMail(kind, email, tokens, links)
      if (mail) await mailer.send(mail)
    } catch (error) {
      await withdrawPasswordTokens(db, tokens)
      throw error
    }
  }
  return attemptMail(log, {
    about: { mail: id, kind },
    isLast,
    send,
    remove: () => deleteMail(db, claimed),
  })
}
