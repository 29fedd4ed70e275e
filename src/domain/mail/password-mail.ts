import type { MailKind } from '../../db/generated/prisma/enums.js'
import type { Mail } from '../../mail/mailer.js'
import type { IssuedToken } from '../credential/password-token.js'
import { nameInMail } from './name-in-mail.js'
import { wrapLines } from './wrap-lines.js'

/** What mails link to. `passwordResetUrl`: the page on which a user sets a password. */
export interface Links {
  /** The URL of a page, with `{token}` for the token; undefined: mails contain the token itself. */
  readonly passwordResetUrl: string | undefined
  /** The URL of the service, for links that unsubscribe; undefined: mails have none. */
  readonly publicUrl?: string | undefined
}

/** A mail with a token for each account of the recipient; undefined if there are no tokens. */
export function passwordMail(
  kind: MailKind,
  to: string,
  tokens: readonly IssuedToken[],
  links: Links,
): Mail | undefined {
  const [first] = tokens
  if (!first) return undefined
  const { subject, opening, closing } = texts[kind]
  const blocks = tokens.map(
    ({ company, token }) => `${nameInMail(company)}:\n${linkTo(token, links)}`,
  )
  const how = links.passwordResetUrl
    ? 'To choose a password, open this link within an hour. It works once.'
    : 'To choose a password, use this token within an hour. It works once.'
  const [name, company] = [nameInMail(first.firstName), nameInMail(first.company)]
  const text = [`Hello ${name},`, opening(company, to), how, ...blocks, closing]
  return { to, subject, text: `${text.map((block) => wrapLines(block)).join('\n\n')}\n` }
}

const linkTo = (token: string, { passwordResetUrl }: Links) =>
  passwordResetUrl?.replaceAll('{token}', token) ?? token

interface Texts {
  readonly subject: string
  readonly opening: (company: string, email: string) => string
  readonly closing: string
}

const texts: Readonly<Record<MailKind, Texts>> = {
  password_reset: {
    subject: 'Choose a new password',
    opening: () => 'A new password was requested for the account with this email address.',
    closing:
      'If you did not request it, ignore this mail. Your password stays as it is until the link or token is used.',
  },
  invitation: {
    subject: 'Your new account',
    opening: (company, email) =>
      `${company} has created an account for you. Your username is ${email}.`,
    closing:
      'After an hour, request another mail: choose "forgot password" where you sign in, and enter your email address.',
  },
}
