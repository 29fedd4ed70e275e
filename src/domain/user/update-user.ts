import { authorise } from '../access/authorise.js'
import type { Role } from '../access/viewer.js'
import { checkPassword } from '../credential/password-rules.js'
import { deletePasswordTokens } from '../credential/password-token.js'
import { hashPassword } from '../credential/password.js'
import { revokeSessions } from '../credential/revoke-sessions.js'
import {
  type Changed,
  type Domain,
  inTransaction,
  type RecordKey,
  type TransactionDomain,
} from '../domain.js'
import { isKey } from '../record/record-key.js'
import { type Locked, requireForUpdate } from '../record/require-record.js'
import { takenIfNotUnique } from '../record/unique-constraint.js'
import type { Change } from '../record/update-record.js'
import { type ChangedData, changeRecord } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import type { NewUser } from './create-user.js'
import { checkEmail } from './email.js'
import { checkNotLastAdmin } from './last-admin.js'
import { checkHasNoOpenJobs, lockUsers, reassignOpenJobs } from './open-jobs.js'
import { rejectPlaceholder } from './placeholder.js'
import { checkUserDetails } from './user-details.js'
import { changeUserProfile, checkUserProfile } from './user-profile.js'

/** Absent parts of the profile stay unchanged, too. */
export type UserChange = Change<NewUser> & {
  /** The technician who takes over the user's unfinished jobs. Absent: they stay with the user. */
  readonly reassignOpenJobsTo?: RecordKey | null | undefined
}

/**
 * Updates a user. A new password or a deactivation ends the user's sessions. A new password, a deactivation or a new
 * email address makes the tokens in mails invalid. Admins cannot deactivate or demote themselves, and the company
 * always has an active admin. A technician with unfinished jobs can be deactivated, or become an admin, only if the
 * jobs are reassigned.
 */
export async function updateUser(domain: Domain, input: UserChange): Promise<Changed> {
  authorise(domain.viewer, 'updateUser')
  const errors = new ValidationErrors()
  const password = await checkPassword(errors, 'password', input.password, input.email)
  // Hashing takes long, so it happens before the transaction.
  const passwordHash = password && errors.allowWrite ? await hashPassword(password) : undefined

  const updated = inTransaction(domain, async (tx) => {
    await lockUsers(tx, [input.id, input.reassignOpenJobsTo])
    const locked = await requireForUpdate(tx, 'User', input.id, input)
    const { id } = locked
    rejectPlaceholder(errors, locked)
    if (passwordHash && !input.email)
      await checkPassword(errors, 'password', password, locked.email)
    const firstName = errors.text('firstName', input.firstName)
    const lastName = errors.text('lastName', input.lastName)
    const email = await checkEmail(tx, errors, input.email, id)
    const active = errors.required('active', input.active)
    const role = errors.required('role', input.role)
    const details = await checkUserDetails(tx, errors, input)
    const profile = checkUserProfile(errors, input.profile)
    if (isKey(input.reassignOpenJobsTo)) {
      await reassignOpenJobs(tx, errors, id, input.reassignOpenJobsTo)
    } else {
      await checkHasNoOpenJobs(tx, errors, locked, { active, role })
    }
    if (active === false) await checkNotLastAdmin(tx, errors, id, 'active')
    if (role === 'technician') await checkNotLastAdmin(tx, errors, id, 'role')
    errors.throwIfAny()

    const columns = { firstName, lastName, email, passwordHash, active, ...details }
    return writeUser(tx, locked, columns, role, profile)
  })
  return takenIfNotUnique('email', updated)
}

async function writeUser(
  tx: TransactionDomain,
  locked: Locked<'User'>,
  columns: ChangedData<'User'>,
  role: Role | undefined,
  profile: ReturnType<typeof checkUserProfile>,
): Promise<Changed> {
  const { prisma, viewer } = tx
  const { id: userId } = locked
  const member = { companyId: viewer.companyId, userId }
  const isNewProfile = await changeUserProfile(tx, userId, profile)
  const partsChanged = (role && (await changeRole(tx, userId, role))) || isNewProfile
  const updated = await changeRecord(tx, 'User', locked, columns, { partsChanged })
  const endsSessions = !!columns.passwordHash || columns.active === false
  if (endsSessions) await revokeSessions(prisma, member)
  if (endsSessions || columns.email) await deletePasswordTokens(prisma, member)
  return updated
}

/** Returns whether the user had another role. */
async function changeRole({ prisma, viewer }: TransactionDomain, userId: number, role: Role) {
  const { count } = await prisma.membership.updateMany({
    where: { companyId: viewer.companyId, userId, role: { not: role } },
    data: { role },
  })
  return count > 0
}
