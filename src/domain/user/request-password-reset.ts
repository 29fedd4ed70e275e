import type { Database } from '../../db/connect.js'
import { attemptOf, findCandidates } from '../credential/find-candidates.js'
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
  /** The hash of the access token that the client sent, if any: see `SignIn.tokenHash`. */
  readonly tokenHash?: Buffer | undefined
}

/**
 * Queues a mail with a single-use token for each user with the email address, one in each company. The recipients are
 * looked up when the mail is sent, so neither the result nor the duration of this call reveals whether there are any.
 * Throws THROTTLED after too many requests: the limits are those of sign-in, in counters of their own.
 */
export async function requestPasswordReset(
  { db, throttle, ...ability }: { db: Database; throttle: Throttle } & MailAbility,
  { email: given, address, tokenHash }: PasswordResetRequest,
): Promise<void> {
  requireMail(ability)
  const errors = new ValidationErrors()
  const email = errors.text('email', given, 254)
  if (errors.allowWrite && !isEmail(email)) {
    errors.add('INVALID', 'email', 'An email address is expected.')
  }
  errors.throwIfAny()

  const username = email.toLowerCase()
  const search = { username, network: networkOf(address), tokenHash, companyId: undefined }
  await throttle.countPasswordReset(attemptOf(await findCandidates(db, search), search))
  // The mail belongs to no company, also if the request has a session.
  await db
    .forCaller({ companyId: undefined })
    .transaction(({ prisma }) =>
      queueMail(prisma, { kind: 'password_reset', email: username, companyId: null }),
    )
}
