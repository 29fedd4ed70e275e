import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import type { Role } from '../access/viewer.js'
import { hashPassword } from '../credential/password.js'
import { revokeSessions } from '../credential/revoke-sessions.js'
import { type Changed, type Domain, inTransaction } from '../domain.js'
import { requireForUpdate } from '../record/require-record.js'
import { takenIfNotUnique } from '../record/unique-constraint.js'
import type { Change } from '../record/update-record.js'
import { type ChangedData, changeRecord } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import type { NewUser } from './create-user.js'
import { checkEmail } from './email.js'
import { isLastAdmin } from './last-admin.js'
import { checkPassword, checkUserDetails } from './user-details.js'
import { checkUserProfile } from './user-profile.js'

/** Absent parts of the profile stay unchanged, too. */
export type UserChange = Change<NewUser>

/**
 * Updates a user. A new password or a deactivation ends the user's sessions. Admins cannot deactivate or demote
 * themselves, and the company always has an active admin.
 */
export async function updateUser(domain: Domain, input: UserChange): Promise<Changed> {
  authorise(domain.viewer, 'updateUser')
  const errors = new ValidationErrors()
  const password = checkPassword(errors, input.password)
  // Hashing takes long, so it happens before the transaction.
  const passwordHash = password && errors.isEmpty ? await hashPassword(password) : undefined

  const updated = inTransaction(domain, async (tx) => {
    const { id } = await requireForUpdate(tx, 'User', input.id)
    const firstName = errors.text('firstName', input.firstName)
    const lastName = errors.text('lastName', input.lastName)
    const email = await checkEmail(tx, errors, input.email, id)
    const active = errors.required('active', input.active)
    const role = errors.required('role', input.role)
    const details = await checkUserDetails(tx, errors, input)
    const profile = checkUserProfile(errors, input.profile)
    if (active === false) await checkNotLastAdmin(tx, errors, id, 'active')
    if (role === 'technician') await checkNotLastAdmin(tx, errors, id, 'role')
    errors.throwIfAny()

    const columns = { firstName, lastName, email, passwordHash, active, ...details }
    return writeUser(tx, id, columns, role, profile)
  })
  return takenIfNotUnique('email', updated)
}

async function writeUser(
  tx: Domain,
  userId: number,
  columns: ChangedData<'User'>,
  role: Role | undefined,
  profile: ReturnType<typeof checkUserProfile>,
): Promise<Changed> {
  const { prisma, viewer } = tx
  const member = { companyId: viewer.companyId, userId }
  const updated = await changeRecord(tx, 'User', userId, columns)
  if (role) await prisma.membership.updateMany({ where: member, data: { role } })
  await prisma.profile.upsert({
    where: { companyId_userId: member },
    create: { uuid: newUuid(), ...member, ...profile },
    update: profile,
    select: { id: true },
  })
  if (columns.passwordHash || columns.active === false) await revokeSessions(prisma, member)
  return updated
}

/** Rejects a deactivation or demotion of the viewer and of the last active admin. */
async function checkNotLastAdmin(
  tx: Domain,
  errors: ValidationErrors,
  id: number,
  path: 'active' | 'role',
) {
  if (id === tx.viewer.userId) {
    const verb = path === 'role' ? 'demote' : 'deactivate'
    errors.add('NOT_ALLOWED', path, `You cannot ${verb} yourself.`)
  } else if (await isLastAdmin(tx, id)) {
    errors.add('NOT_ALLOWED', path, 'The company needs another active admin first.')
  }
}
