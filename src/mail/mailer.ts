/** A plain-text mail to one recipient. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mail. Each adapter has a file in this folder; `open-mailer.ts` chooses one. */
export interface Mailer {
  /**
   * Resolves when the mail is handed over. Throws `MailRefusedError` if it can never be delivered; after any other
   * error, a later attempt may succeed.
   */
  send(mail: Mail): Promise<void>
}

/**
 * The mail server refused the recipient or the message permanently. The error message contains neither the address nor
 * the text of the mail.
 */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}
