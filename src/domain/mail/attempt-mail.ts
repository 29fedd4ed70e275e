import type { Log } from '../../log/log.js'
import { MailRefusedError } from '../../mail/mailer.js'

/**
 * `done`: the mail was sent or discarded. `delayed`: it stays in the outbox, because this mail was refused for now.
 * `failed`: no mail can be sent now. `none`: no mail is due.
 */
export type Sending = 'done' | 'delayed' | 'failed' | 'none'

/** A mail that this instance has claimed. */
interface MailAttempt {
  /** What the log says about the mail. */
  readonly about: Readonly<Record<string, unknown>>
  /** Whether the mail is discarded if this attempt fails. */
  readonly isLast: boolean
  readonly send: () => Promise<void>
  /** Called if another attempt follows. */
  readonly delay?: () => Promise<void>
  /** Called after the mail was sent, or discarded. */
  readonly remove: () => Promise<void>
}

/** Sends a claimed mail, and discards it if it was refused for ever or has waited for too long. */
export async function attemptMail(
  log: Log,
  { about, isLast, send, delay, remove }: MailAttempt,
): Promise<Sending> {
  try {
    await send()
  } catch (error) {
    const refusal = error instanceof MailRefusedError ? error : undefined
    const isFinal = refusal?.isPermanent === true || isLast
    // Messages of nodemailer may contain the recipient's address.
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    log.warn(
      { ...about, code, responseCode },
      isFinal
        ? 'A mail was discarded and is not retried'
        : 'A mail could not be sent; it is retried',
    )
    await (isFinal ? remove() : delay?.())
    if (!refusal) return 'failed'
    return isFinal ? 'done' : 'delayed'
  }
  await remove()
  return 'done'
}
