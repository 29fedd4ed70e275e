import type { Domain } from '../domain.js'
import { checkTimezone } from '../timezone.js'
import type { ValidationErrors } from '../validation-errors.js'
import type { UserProfile } from './user-profile.js'

/** The optional fields of a user. */
export interface UserDetails {
  /** IANA time zone; null: UTC. */
  readonly timezone?: string | null | undefined
  readonly phoneNumber?: string | null | undefined
  /** Null clears every part. */
  readonly profile?: UserProfile | null | undefined
}

/** Checks the optional fields, except the profile. */
export async function checkUserDetails(
  domain: Domain,
  errors: ValidationErrors,
  input: UserDetails,
) {
  const timezone = await checkTimezone(domain, errors, 'timezone', input.timezone)
  return {
    timezone: timezone === null ? 'UTC' : timezone,
    phoneNumber: errors.optionalText('phoneNumber', input.phoneNumber, 64),
  }
}

const MIN_PASSWORD_LENGTH = 12
const MAX_PASSWORD_LENGTH = 1000

/** Checks the length of a password. Spaces count and are kept. */
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
