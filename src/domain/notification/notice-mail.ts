import type { Mail } from '../../mail/mailer.js'
import { nameInMail } from '../mail/name-in-mail.js'
import { htmlOf, textOf } from './mail-text.js'
import type { MailItem } from './notice-content.js'
import type { Logo, Recipient } from './recipient.js'
import { type Unsubscribing, unsubscribePath } from './unsubscribe-link.js'

const LOGO = 'logo'

/**
 * A mail in the name of the company: its application's name, its logo, and its address for answers. The sender is the address of the
 * service, because no company proves that a domain is its own.
 */
export function noticeMail(
  recipient: Recipient,
  items: readonly MailItem[],
  { logo, publicUrl }: { readonly logo?: Logo | undefined; readonly publicUrl: string | undefined },
): Mail {
  const { appName, company, firstName, fromEmail, fromEmailName, email, frontendUrl } = recipient
  const name = nameInMail(appName ?? company)
  const path = publicUrl && unsubscribePath(recipient, kindsOf(items))
  const unsubscribeUrl = path && `${publicUrl.replace(/\/+$/, '')}${path}`
  const body = {
    ...{ appName: name, greeting: `Hello ${nameInMail(firstName)}`, items, unsubscribeUrl },
    frontendUrl:
      frontendUrl !== null && URL.canParse(frontendUrl) ? new URL(frontendUrl).href : null,
    logo: logo && LOGO,
  }
  const isDigest = kindsOf(items) === 'DIGEST'
  return {
    to: email,
    senderName: nameInMail(fromEmailName ?? appName ?? company),
    replyTo: fromEmail ?? undefined,
    subject: isDigest ? `${name}: your digest` : subjectOf(name, items),
    text: textOf(body),
    html: htmlOf(body),
    unsubscribeUrl,
    images: logo ? [{ ...logo, id: LOGO }] : [],
  }
}

function subjectOf(name: string, items: readonly MailItem[]): string {
  const [first] = items
  return items.length === 1 && first ? first.title : `${name}: ${items.length} changes for you`
}

/** What the link to unsubscribe turns off: the kinds of the mail, or digests. */
const kindsOf = (items: readonly MailItem[]): Unsubscribing =>
  items.some(({ kind }) => kind === undefined)
    ? 'DIGEST'
    : [...new Set(items.flatMap(({ kind }) => kind ?? []))]
