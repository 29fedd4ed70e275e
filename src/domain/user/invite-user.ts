import { authorise } from '../access/authorise.js'
import { hashPassword } from '../credential/password.js'
import { newSecret } from '../credential/secret.js'
import { type Created, type Domain, inTransaction } from '../domain.js'
import { type MailAbility, requireMail } from '../mail/require-mail.js'
import { countInvitation } from '../mail/count-invitation.js'
import { queueMail } from '../mail/queue-mail.js'
import { takenIfNotUnique } from '../record/unique-constraint.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkNewUser, insertUser, type InvitedUser } from './create-user.js'

/**
 * Creates an active user, who receives a mail with a token to choose a password. Before that, no password opens a
 * session, because the stored hash is the hash of a random secret that the service does not keep. Throws THROTTLED if
 * the company has invited `invitationsPerHour` users within an hour.
 */
export async function inviteUser(
  domain: Domain & MailAbility & { readonly invitationsPerHour: number },
  input: InvitedUser,
): Promise<Created> {
  authorise(domain.viewer, 'inviteUser')
  requireMail(domain)
  const errors = new ValidationErrors()
  const checked = await checkNewUser(domain, errors, input)
  errors.throwIfAny()

  const passwordHash = await hashPassword(newSecret('password'))
  const invited = inTransaction(domain, async (tx) => {
    await countInvitation(tx, domain.invitationsPerHour)
    const created = await insertUser(tx, { ...checked, active: true, passwordHash })
    const { companyId } = tx.viewer
    await queueMail(tx.prisma, { kind: 'invitation', email: checked.email, companyId })
    return created
  })
  return takenIfNotUnique('email', invited)
}
