import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import type { Role } from '../access/viewer.js'
import { hashPassword } from '../credential/password.js'
import { type Created, type Domain, inTransaction } from '../domain.js'
import { takenIfNotUnique } from '../record/unique-constraint.js'
import { insertRecord, type NewColumns } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkEmail, EMAIL_TAKEN } from './email.js'
import { checkPassword, checkUserDetails, type UserDetails } from './user-details.js'
import { checkUserProfile } from './user-profile.js'

export interface NewUser extends UserDetails {
  readonly firstName: string
  readonly lastName: string
  /** The username, stored in lower case. */
  readonly email: string
  /** 12 to 1000 characters. */
  readonly password: string
  readonly role: Role
  /** Whether the user can sign in. Absent: true. */
  readonly active?: boolean | null | undefined
}

/** Creates a user with a role and a profile. The email is unique in the company, also among removed users. */
export async function createUser(domain: Domain, input: NewUser): Promise<Created> {
  authorise(domain.viewer, 'createUser')
  const errors = new ValidationErrors()
  const firstName = errors.text('firstName', input.firstName)
  const lastName = errors.text('lastName', input.lastName)
  const email = await checkEmail(domain, errors, input.email)
  const password = checkPassword(errors, input.password)
  const details = await checkUserDetails(domain, errors, input)
  const profile = checkUserProfile(errors, input.profile)
  errors.throwIfAny()

  const passwordHash = await hashPassword(password)
  const active = input.active ?? true
  const columns = { firstName, lastName, email, passwordHash, active, ...details }
  const created = insertUser(domain, columns, input.role, profile)
  return takenIfNotUnique(created, 'email', EMAIL_TAKEN)
}

const insertUser = (
  domain: Domain,
  columns: NewColumns<'User'>,
  role: Role,
  profile: ReturnType<typeof checkUserProfile>,
): Promise<Created> =>
  inTransaction(domain, async (tx) => {
    const { companyId } = tx.viewer
    const user = await insertRecord(tx, 'User', columns)
    await tx.prisma.membership.create({ data: { companyId, userId: user.id, role } })
    await tx.prisma.profile.create({
      data: { uuid: newUuid(), companyId, userId: user.id, ...profile },
    })
    return user
  })
