import { z } from 'zod'
import type { Domain } from '../domain.js'
import { omitUndefined } from '../omit-undefined.js'
import type { ValidationErrors } from '../validation-errors.js'
import { checkTimezone } from '../timezone.js'

/** What may be known of a user besides name, email and role. */
export interface UserDetails {
  /** IANA zone; null: UTC. */
  readonly timezone?: string | null | undefined
  readonly phoneNumber?: string | null | undefined
  /** Null: every part is unknown. */
  readonly profile?: UserProfile | null | undefined
}

/** How to reach a user; null parts are unknown. */
export interface UserProfile {
  readonly mobile?: string | null | undefined
  readonly telephone?: string | null | undefined
  readonly position?: string | null | undefined
  /** ISO 3166-1 alpha-2 country whose dialing code the mobile number takes. */
  readonly dialingCode?: string | null | undefined
  readonly employeeNumber?: string | null | undefined
  readonly idNumber?: string | null | undefined
}

const UNKNOWN = {
  mobile: null,
  telephone: null,
  position: null,
  dialingCode: null,
  employeeNumber: null,
  idNumber: null,
} satisfies Required<UserProfile>

/** The details that were given, checked. */
export async function checkUserDetails(
  domain: Domain,
  errors: ValidationErrors,
  input: UserDetails,
) {
  const timezone = await checkTimezone(domain, errors, 'timezone', input.timezone)
  return omitUndefined({
    timezone: timezone === null ? 'UTC' : timezone,
    phoneNumber: errors.optionalText('phoneNumber', input.phoneNumber, 64),
  })
}

/** The parts of the profile that were given, checked. */
export function checkUserProfile(errors: ValidationErrors, { profile }: UserDetails) {
  if (!profile) return profile === null ? UNKNOWN : {}
  const part = (name: keyof UserProfile) =>
    errors.optionalText(['profile', name], profile[name], 64)
  const dialingCode = part('dialingCode')?.toUpperCase()
  if (dialingCode !== undefined && !/^[A-Z]{2}$/.test(dialingCode)) {
    errors.add('INVALID', ['profile', 'dialingCode'], 'A country code such as GB is expected.')
  }
  return omitUndefined({
    mobile: part('mobile'),
    telephone: part('telephone'),
    position: part('position'),
    dialingCode: dialingCode ?? (profile.dialingCode === undefined ? undefined : null),
    employeeNumber: part('employeeNumber'),
    idNumber: part('idNumber'),
  })
}

/** Checks that an email is one, and that no other user of the company, even a removed one, has it. */
export async function checkEmail<Value extends string | null | undefined>(
  { prisma, viewer: { companyId } }: Domain,
  errors: ValidationErrors,
  value: Value,
  ownId?: number,
): Promise<Exclude<Value, null>> {
  const text = errors.text('email', value, 254)
  const email = text?.toLowerCase()
  if (email === undefined) return text
  if (!isEmail(email)) {
    errors.add('INVALID', 'email', 'An email address is expected.')
    return text
  }
  const holder = await prisma.user.findFirst({ where: { companyId, email }, select: { id: true } })
  if (holder && holder.id !== ownId) errors.add('TAKEN', 'email', EMAIL_TAKEN)
  return email as Exclude<Value, null>
}

export const EMAIL_TAKEN = 'This email is already in use.'

/** As browsers have it, with a dot in what follows the `@`. GraphQL answers nothing else as an email. */
const isEmail = (text: string) => z.regexes.html5Email.test(text) && /@.*\./.test(text)

const MIN_PASSWORD_LENGTH = 12
const MAX_PASSWORD_LENGTH = 1000

/** Checks that a password is long enough. It is taken as it is, spaces included. */
export function checkPassword<Value extends string | null | undefined>(
  errors: ValidationErrors,
  value: Value,
): Exclude<Value, null> {
  const password: string | undefined = errors.required('password', value)
  const length = password?.length ?? MIN_PASSWORD_LENGTH
  if (length < MIN_PASSWORD_LENGTH) {
    errors.add('INVALID', 'password', `At least ${MIN_PASSWORD_LENGTH} characters are expected.`)
  }
  if (length > MAX_PASSWORD_LENGTH) {
    errors.add('TOO_LONG', 'password', `At most ${MAX_PASSWORD_LENGTH} characters are allowed.`)
  }
  return password as Exclude<Value, null>
}
