import type { Domain } from '../domain.js'
import { checkTimezone } from '../timezone.js'
import type { ValidationErrors } from '../validation-errors.js'
import { checkTelephone } from './telephone.js'
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
    phoneNumber: checkTelephone(errors, 'phoneNumber', input.phoneNumber),
  }
}
