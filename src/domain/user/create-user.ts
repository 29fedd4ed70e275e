import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/authorise.js'
import type { Role } from '../access/viewer.js'
import { checkPassword } from '../credential/password-rules.js'
import { hashPassword } from '../credential/password.js'
import { type Created, type Domain, inTransaction, type TransactionDomain } from '../domain.js'
import { takenIfNotUnique } from '../record/unique-constraint.js'
import { insertRecord } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkEmail } from './email.js'
import { checkUserDetails, type UserDetails } from './user-details.js'
import { checkUserProfile } from './user-profile.js'

/** A new user who has not chosen a password yet. */
export interface InvitedUser extends UserDetails {
  readonly firstName: string
  readonly lastName: string
  /** The username, stored in lower case. */
  readonly email: string
  readonly role: Role
}

export interface NewUser extends InvitedUser {
  /** `checkPassword` has the rules. */
  readonly password: string
  /** Whether the user can sign in. Absent: true. */
  readonly active?: boolean | null | undefined
}

/** Creates a user with a role and a profile. The email is unique in the company, also among removed users. */
export async function createUser(domain: Domain, input: NewUser): Promise<Created> {
  authorise(domain.viewer, 'createUser')
  const errors = new ValidationErrors()
  const password = await checkPassword(errors, 'password', input.password, input.email)
  const checked = await checkNewUser(domain, errors, input)
  errors.throwIfAny()

  const passwordHash = await hashPassword(password)
  const active = input.active ?? true
  const created = inTransaction(domain, (tx) =>
    insertUser(tx, { ...checked, active, passwordHash }),
  )
  return takenIfNotUnique('email', created)
}

/** Checks everything except the password. Returns the data of the user. */
export async function checkNewUser(domain: Domain, errors: ValidationErrors, input: InvitedUser) {
  const profile = checkUserProfile(errors, input.profile)
  return {
    firstName: errors.text('firstName', input.firstName),
    lastName: errors.text('lastName', input.lastName),
    email: await checkEmail(domain, errors, input.email),
    ...(await checkUserDetails(domain, errors, input)),
    membership: { create: { role: input.role } },
    profile: { create: { uuid: newUuid(), ...profile } },
  }
}

export const insertUser = (
  domain: TransactionDomain,
  user: Awaited<ReturnType<typeof checkNewUser>> & { active: boolean; passwordHash: string },
): Promise<Created> => insertRecord(domain, 'User', user)
