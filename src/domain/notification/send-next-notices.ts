import { hash } from 'node:crypto'
import { attemptMail, type Sending } from '../mail/attempt-mail.js'
import type { MailServices } from '../mail/send-next-mail.js'
import { claimNotices, type ClaimedNotices, delayNotices, deleteNotices } from './claim-notices.js'
import { digestItems } from './digest-content.js'
import { itemsOf } from './notice-content.js'
import { noticeMail } from './notice-mail.js'
import { findLogo, findRecipient } from './recipient.js'

/**
 * Sends the next mail about what has happened, or the next digest. Reads only now what it says, so that changes which were undone in the
 * meantime are not in it. Uses no transaction, because a mail server may take seconds: if the process stops between the sending and the
 * deletion, the mail is sent twice, with the same id. A mail that is not sent within a day is discarded.
 */
export async function sendNextNotices(services: MailServices): Promise<Sending> {
  const { db, mailer, log } = services
  const claimed = await claimNotices(db)
  if (!claimed) return 'none'
  return attemptMail(log, {
    about: { notices: claimed.notices.length, company: claimed.companyId },
    isLast: isOld(claimed),
    send: async () => {
      const mail = await mailOf(services, claimed)
      if (mail) await mailer.send(mail)
    },
    delay: () => delayNotices(db, claimed),
    remove: () => deleteNotices(db, claimed),
  })
}

const DAY_MS = 86_400_000

const isOld = ({ notices }: ClaimedNotices): boolean =>
  notices.some(({ createdAt }) => createdAt.getTime() < Date.now() - DAY_MS)

/** The mail of claimed notices; undefined if it would be empty, or if the user is inactive. */
async function mailOf({ db, links }: MailServices, { companyId, notices }: ClaimedNotices) {
  const [first] = notices
  if (!first) return undefined
  const own = db.forCaller({ companyId })
  const recipient = await findRecipient(own, companyId, first.userId)
  if (!recipient) return undefined
  const items =
    first.about === 'Digest'
      ? await digestItems(own, recipient)
      : await itemsOf(own, companyId, notices)
  if (items.length === 0) return undefined
  const logo = await findLogo(own, companyId)
  const mail = noticeMail(recipient, items, { logo, publicUrl: links.publicUrl })
  return { ...mail, id: idOf(notices) }
}

/** The same for each attempt: all attempts have the same notices, whose events do not change after the first one. */
const idOf = (notices: ClaimedNotices['notices']): string =>
  hash(
    'sha256',
    notices
      .map(({ uuid }) => uuid)
      .toSorted()
      .join(),
  )
