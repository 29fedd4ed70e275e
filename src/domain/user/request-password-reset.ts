import type { Database } from '../../db/connect.js'
import { networkOf } from '../credential/network-of.js'
import type { Throttle } from '../credential/throttle.js'
import { queueMail } from '../mail/queue-mail.js'
import { type MailAbility, requireMail } from '../mail/require-mail.js'
import { ValidationErrors } from '../validation-errors.js'
import { isEmail } from './email.js'

export interface PasswordResetRequest {
  /** Case-insensitive. */
  readonly email: string
  /** The client's IP address. */
  readonly address: string
}

/**
 * Queues a mail with a single-use token for each user with the email address, one in each company. The users are looked
 * up when the mail is sent, so neither the result nor the duration of this call reveals whether there are any. Throws
 * THROTTLED after too many requests, by the limits of sign-in; both share the counter of a network.
 */
export async function requestPasswordReset(
  { db, throttle, ...ability }: { db: Database; throttle: Throttle } & MailAbility,
  { email: given, address }: PasswordResetRequest,
): Promise<void> {
  requireMail(ability)
  const errors = new ValidationErrors()
  const email = errors.text('email', given, 254)
  if (errors.allowWrite && !isEmail(email)) {
    errors.add('INVALID', 'email', 'An email address is expected.')
  }
  errors.throwIfAny()

  const username = email.toLowerCase()
  await throttle.countAttempt({
    username: `password reset ${username}`,
    network: networkOf(address),
    known: 'none',
  })
  // The mail belongs to no company, also if the request has a session.
  const { prisma } = db.forCaller({ companyId: undefined })
  await queueMail(prisma, { kind: 'password_reset', email: username, companyId: null })
}
