import { authorise } from '../access/authorise.js'
import { networkOf } from '../credential/network-of.js'
import { checkPassword } from '../credential/password-rules.js'
import { deletePasswordTokens } from '../credential/password-token.js'
import { hashPassword, verifyPassword } from '../credential/password.js'
import { revokeSessions } from '../credential/revoke-sessions.js'
import type { Throttle } from '../credential/throttle.js'
import { type Changed, type Domain, inTransaction, queryRows } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'

export interface PasswordChange {
  readonly current: string
  readonly new: string
}

/** The session and the address of the request that changes the password. */
export interface PasswordChanger {
  /** The session of the request, which stays open. */
  readonly sessionId: string | undefined
  /** The client's IP address. */
  readonly address: string
}

/** The longest password that any version of the service accepted. */
const MAX_CURRENT_LENGTH = 1000

/**
 * Changes the viewer's own password, and ends the viewer's other sessions. A wrong current password counts as a failed
 * sign-in. Throws THROTTLED after too many.
 */
export async function changePassword(
  domain: Domain & { readonly throttle: Throttle },
  input: PasswordChange,
  { sessionId, address }: PasswordChanger,
): Promise<Changed> {
  const { viewer, throttle } = domain
  authorise(viewer, 'changePassword')
  const { companyId, userId: id } = viewer
  const [user] = await queryRows<{ email: string; passwordHash: string }>(domain, {
    name: 'find-password-hash',
    text: `select email, password_hash as "passwordHash" from app_user where company_id = $1 and id = $2`,
    values: [companyId, id],
  })
  if (!user) throw new Error('expected the user of the session, found none')
  const errors = new ValidationErrors()
  if (input.current.length > MAX_CURRENT_LENGTH) {
    errors.add('TOO_LONG', 'current', `At most ${MAX_CURRENT_LENGTH} characters are allowed.`)
  }
  const password = await checkPassword(errors, 'new', input.new, user.email)
  errors.throwIfAny()

  const attempt = await throttle.countAttempt({
    username: user.email,
    network: networkOf(address),
    sessionId,
    known: 'all',
  })
  if (!(await verifyPassword(user.passwordHash, input.current))) throwWrong(errors)
  await attempt.uncount()
  const passwordHash = await hashPassword(password)
  return inTransaction(domain, async (tx) => {
    // Updates no row if a concurrent request has changed the password.
    const { count } = await tx.prisma.user.updateMany({
      where: { id, companyId, passwordHash: user.passwordHash },
      data: { passwordHash },
    })
    if (count !== 1) throwWrong(errors)
    await deletePasswordTokens(tx.prisma, viewer)
    await revokeSessions(tx.prisma, { ...viewer, except: sessionId ?? null })
    return { id }
  })
}

function throwWrong(errors: ValidationErrors): void {
  errors.add('INVALID', 'current', 'This is not your current password.')
  errors.throwIfAny()
}
