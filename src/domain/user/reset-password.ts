import type { Database } from '../../db/connect.js'
import type { Prisma } from '../../db/generated/prisma/client.js'
import { checkPassword } from '../credential/password-rules.js'
import {
  deletePasswordTokens,
  findPasswordToken,
  redeemPasswordToken,
} from '../credential/password-token.js'
import { hashPassword } from '../credential/password.js'
import { revokeSessions } from '../credential/revoke-sessions.js'
import { ValidationErrors } from '../validation-errors.js'

export interface PasswordReset {
  /** From the mail of a password reset or an invitation. */
  readonly token: string
  readonly new: string
}

/**
 * Sets the password of a token's user, once, and ends all sessions of the user. The other tokens of the user become
 * invalid too. An invalid password does not use up the token.
 */
export async function resetPassword(
  db: Pick<Database, 'read' | 'write' | 'forCaller'>,
  input: PasswordReset,
): Promise<void> {
  const errors = new ValidationErrors()
  const token = errors.text('token', input.token)
  const user = errors.allowWrite ? await findPasswordToken(db, token) : undefined
  if (errors.allowWrite && !user) addInvalidToken(errors)
  const password = await checkPassword(errors, 'new', input.new, user?.email)
  errors.throwIfAny()
  if (!user) return

  const passwordHash = await hashPassword(password)
  const { companyId, userId } = user
  const own = db.forCaller({ companyId, actor: { user: userId } })
  const setPassword = async (tx: Prisma.TransactionClient) => {
    if (!(await redeemPasswordToken(tx, user, token))) {
      addInvalidToken(errors)
      errors.throwIfAny()
    }
    await tx.user.update({
      where: { companyId_id: { companyId, id: userId } },
      data: { passwordHash },
      select: { id: true },
    })
    await deletePasswordTokens(tx, user)
    await revokeSessions(tx, user)
  }
  await own.transaction(({ prisma }) => setPassword(prisma))
}

const addInvalidToken = (errors: ValidationErrors) => {
  errors.add('INVALID', 'token', 'This link is not valid, or was already used. Request a new one.')
}
