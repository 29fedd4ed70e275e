import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import type { Role } from '../access/viewer.js'
import { hashPassword } from '../credential/password.js'
import type { Created, Domain } from '../domain.js'
import { takenIfNotUnique } from '../record/unique-constraint.js'
import { insertRecord } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkEmail } from './email.js'
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

  const created = insertRecord(domain, 'User', {
    firstName,
    lastName,
    email,
    passwordHash: await hashPassword(password),
    active: input.active ?? true,
    ...details,
    membership: { create: { role: input.role } },
    profile: { create: { uuid: newUuid(), ...profile } },
  })
  return takenIfNotUnique('email', created)
}
