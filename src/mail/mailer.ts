/** A mail to one recipient. */
export interface Mail {
  readonly to: string
  /** Equal for all attempts to send the mail: a mailbox can then show it once, although it came twice (`Message-ID`). By default random. */
  readonly id?: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** The name of the sender, beside the address of the service. */
  readonly senderName?: string
  /** The address for answers. */
  readonly replyTo?: string | undefined
  /** The page that unsubscribes; a POST to it does so immediately (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined
  /** Images that `html` shows as `cid:<id>`. */
  readonly images?: readonly MailImage[]
}

export interface MailImage {
  readonly id: string
  readonly content: Buffer
  readonly contentType: string
}

/** Sends mail. Each adapter has a file in this folder; `open-mailer.ts` chooses one. */
export interface Mailer {
  /**
   * Resolves when the mail is handed over. Throws `MailRefusedError` if this mail is refused. Any other error, such as
   * a failed connection, concerns all mails.
   */
  send(mail: Mail): Promise<void>
}

/**
 * The mail server refused the recipient or the message; it may accept other mails. The error message contains neither
 * the address nor the text of the mail.
 */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'

  constructor(
    message: string,
    /** Whether a later attempt would be refused, too. */
    readonly isPermanent: boolean,
    /** The status of the mail server's answer, if it answered. */
    readonly responseCode: number | undefined,
  ) {
    super(message)
  }
}
