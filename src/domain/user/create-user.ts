import { v7 as newUuid } from 'uuid'
import { authorise, type Role } from '../access/policy.js'
import { hashPassword } from '../credential/password.js'
import { type Created, type Domain, inTransaction } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import { takenIfNotUnique } from '../unique.js'
import {
  checkEmail,
  checkPassword,
  checkUserDetails,
  checkUserProfile,
  EMAIL_TAKEN,
  type UserDetails,
} from './user-details.js'

export interface NewUser extends UserDetails {
  readonly firstName: string
  readonly lastName: string
  /** The username, kept in lower case. */
  readonly email: string
  /** At least 12 characters. */
  readonly password: string
  readonly role: Role
  /** Whether the user may sign in. Absent: true. */
  readonly active?: boolean | null | undefined
}

/** Adds a user with a role in the company and a profile. The email is unique in the company for ever. */
export async function createUser(domain: Domain, input: NewUser): Promise<Created> {
  authorise(domain.viewer, 'createUser')
  const errors = new ValidationErrors()
  const firstName = errors.text('firstName', input.firstName)
  const lastName = errors.text('lastName', input.lastName)
  const email = await checkEmail(domain, errors, input.email)
  const password = checkPassword(errors, input.password)
  const details = await checkUserDetails(domain, errors, input)
  const profile = checkUserProfile(errors, input)
  errors.throwIfAny()

  const { companyId } = domain.viewer
  const passwordHash = await hashPassword(password)
  const created = inTransaction(domain, async ({ prisma }) => {
    const user = await prisma.user.create({
      data: {
        uuid: newUuid(),
        companyId,
        firstName,
        lastName,
        email,
        passwordHash,
        active: input.active ?? true,
        ...details,
      },
      select: { id: true, uuid: true },
    })
    await prisma.membership.create({ data: { companyId, userId: user.id, role: input.role } })
    await prisma.profile.create({
      data: { uuid: newUuid(), companyId, userId: user.id, ...profile },
    })
    return user
  })
  return takenIfNotUnique(created, 'email', EMAIL_TAKEN)
}
