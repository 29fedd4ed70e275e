import { v7 as newUuid } from 'uuid'
import { authorise, type Role } from '../access/policy.js'
import { hashPassword } from '../credential/password.js'
import { revokeSessions } from '../credential/revoke-sessions.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { omitUndefined } from '../omit-undefined.js'
import { ValidationErrors } from '../validation-errors.js'
import { requireForUpdate } from '../require-record.js'
import { takenIfNotUnique } from '../unique.js'
import { isLastAdmin } from './last-admin.js'
import {
  checkEmail,
  checkPassword,
  checkUserDetails,
  checkUserProfile,
  EMAIL_TAKEN,
  type UserDetails,
} from './user-details.js'

/** Absent fields, and absent parts of the profile, stay as they are. */
export interface UserChange extends UserDetails {
  readonly id: RecordKey
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly email?: string | null | undefined
  readonly password?: string | null | undefined
  readonly role?: Role | null | undefined
  readonly active?: boolean | null | undefined
}

/**
 * Changes a user. A new password and a deactivation end the user's sessions. No admin deactivates or demotes
 * themselves, and one active admin always stays.
 */
export async function updateUser(domain: Domain, input: UserChange): Promise<{ id: number }> {
  authorise(domain.viewer, 'updateUser')
  const errors = new ValidationErrors()
  const password = checkPassword(errors, input.password)
  // Slow on purpose, so not in the transaction.
  const passwordHash = password && errors.isEmpty ? await hashPassword(password) : undefined

  const updated = inTransaction(domain, async (tx) => {
    const { id } = await requireForUpdate(tx, 'User', input.id)
    const firstName = errors.text('firstName', input.firstName)
    const lastName = errors.text('lastName', input.lastName)
    const email = await checkEmail(tx, errors, input.email, id)
    const active = errors.required('active', input.active)
    const role = errors.required('role', input.role)
    const details = await checkUserDetails(tx, errors, input)
    const profile = checkUserProfile(errors, input)
    if (active === false) await checkStays(tx, errors, id, 'active')
    if (role === 'technician') await checkStays(tx, errors, id, 'role')
    errors.throwIfAny()

    const { companyId } = tx.viewer
    await tx.prisma.user.update({
      where: { id, companyId },
      data: { ...omitUndefined({ firstName, lastName, email, passwordHash, active }), ...details },
      select: { id: true },
    })
    if (role) {
      await tx.prisma.membership.updateMany({ where: { companyId, userId: id }, data: { role } })
    }
    await tx.prisma.profile.upsert({
      where: { companyId_userId: { companyId, userId: id } },
      create: { uuid: newUuid(), companyId, userId: id, ...profile },
      update: profile,
      select: { id: true },
    })
    if (passwordHash || active === false) {
      await revokeSessions(tx.prisma, { companyId, userId: id })
    }
    return { id }
  })
  return takenIfNotUnique(updated, 'email', EMAIL_TAKEN)
}

/** Checks that a user who is to be an active admin no longer is neither the viewer nor the last one. */
async function checkStays(
  tx: Domain,
  errors: ValidationErrors,
  id: number,
  path: 'active' | 'role',
) {
  if (id === tx.viewer.userId) {
    const message =
      path === 'role' ? 'You cannot demote yourself.' : 'You cannot deactivate yourself.'
    errors.add('NOT_ALLOWED', path, message)
  } else if (await isLastAdmin(tx, id)) {
    errors.add('NOT_ALLOWED', path, 'The company needs another active admin first.')
  }
}
