import { createTransport } from 'nodemailer'
import { type Mailer, MailRefusedError } from './mailer.js'
import { messageOf } from './message.js'
import { keepText } from './transfer-encoding.js'

/** Together less than 60 s: after that, another instance may send the mail again (`domain/mail/claim-mail.ts`). */
const CONNECTION_MS = 10_000
const SOCKET_MS = 20_000

/**
 * Sends mail through an SMTP server, with one connection for each mail. `smtp:` uses STARTTLS if the server offers it,
 * `smtps:` uses TLS from the start.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: CONNECTION_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport.use('stream', keepText)
  return {
    async send(mail) {
      try {
        const envelope = { from, to: mail.to, use8BitMime: true }
        await transport.sendMail({ ...messageOf(from, mail), envelope })
      } catch (error) {
        throw concernsOneMail(error as SmtpError) ? refusalOf(error as SmtpError) : error
      }
    },
  }
}

/** An error of nodemailer. */
interface SmtpError {
  readonly code?: string
  /** The command that failed. */
  readonly command?: string
  /** The status of the server's answer, if it answered. */
  readonly responseCode?: number
}

/** The server is shutting down and closes the connection, whichever command it answers. */
const NOT_AVAILABLE = 421

/**
 * Whether a failure concerns one mail only: its recipient or its content was refused. A failed connection or login, a
 * refused sender and a server that is not available concern all mails.
 */
const concernsOneMail = ({ code, command, responseCode }: SmtpError): boolean =>
  (code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')) &&
  responseCode !== NOT_AVAILABLE

const refusalOf = ({ responseCode }: SmtpError) =>
  new MailRefusedError(
    `The mail server answered ${responseCode ?? 'nothing'}.`,
    (responseCode ?? 0) >= 500,
    responseCode,
  )
