import { createTransport } from 'nodemailer'
import { type Mailer, MailRefusedError } from './mailer.js'

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
  return {
    async send(mail) {
      try {
        await transport.sendMail({ from, ...mail })
      } catch (error) {
        throw isPermanent(error)
          ? new MailRefusedError(`The mail server answered ${error.responseCode}.`)
          : error
      }
    },
  }
}

interface SmtpError {
  readonly responseCode: number
}

/** A 5xx response to the sender, the recipient or the content. A failed login to the mail server is not permanent. */
const isPermanent = (error: unknown): error is SmtpError => {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return ['EENVELOPE', 'EMESSAGE'].includes(code ?? '') && (responseCode ?? 0) >= 500
}
