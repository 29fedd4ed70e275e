import { ID, InputType } from 'type-graphql'
import type { Role } from '../../../domain/access/viewer.js'
import type { InvitedUser, NewUser } from '../../../domain/user/create-user.js'
import type { UserChange } from '../../../domain/user/update-user.js'
import type { UserDetails } from '../../../domain/user/user-details.js'
import type { UserProfile } from '../../../domain/user/user-profile.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'
import { RoleEnum } from './user.type.js'

const PASSWORD =
  'The password: 12 to 128 characters, spaces count; not the email address of the user, not one of the commonest passwords, and not one repeated character.'

@InputObject(
  'ProfileInput',
  'Contact details of a user. Absent fields keep their values; for a new user they are unknown.',
)
class ProfileInput implements UserProfile {
  @Nullable(String, 'The mobile number, as in `phoneNumber`; null if unknown.')
  readonly mobile?: string | null

  @Nullable(String, 'Another telephone number, as in `phoneNumber`; null if unknown.')
  readonly telephone?: string | null

  @Nullable(String, 'The job title; null if unknown.')
  readonly position?: string | null

  @Nullable(
    String,
    'The country (ISO 3166-1, such as `GB`) whose dialing code belongs to `mobile`; null if unknown.',
  )
  readonly dialingCode?: string | null

  @Nullable(String, 'The employee number; null for none.')
  readonly employeeNumber?: string | null

  @Nullable(String, 'The number of an identity document; null if unknown.')
  readonly idNumber?: string | null
}

@InputType({ description: 'The optional fields of a user.' })
abstract class UserDetailsInput implements UserDetails {
  @Nullable(String, 'The IANA time zone, such as `Europe/London`; null for UTC.')
  readonly timezone?: string | null

  @Nullable(
    String,
    'The telephone number, such as `+44 20 7946 0001`; without a country code, 3 to 15 digits. Stored as given. Null if unknown.',
  )
  readonly phoneNumber?: string | null

  @Nullable(ProfileInput, 'Contact details; null if all are unknown.')
  readonly profile?: ProfileInput | null
}

@InputObject('InviteUserInput', 'The user to invite. Null counts as absent.')
export class InviteUserInput extends UserDetailsInput implements InvitedUser {
  @NonNull(String, 'The given name.')
  readonly firstName!: string

  @NonNull(String, 'The family name.')
  readonly lastName!: string

  @NonNull(
    String,
    'The email address to sign in with, stored in lower case. Unique in the company, removed users included.',
  )
  readonly email!: string

  @NonNull(RoleEnum, 'What the user may do in the company.')
  readonly role!: Role
}

@InputObject('CreateUserInput', 'The user to create. Null counts as absent.')
export class CreateUserInput extends InviteUserInput implements NewUser {
  @NonNull(String, PASSWORD)
  readonly password!: string

  @Nullable(Boolean, 'Whether the user can sign in; default: true.')
  readonly active?: boolean | null
}

@InputObject(
  'UpdateUserInput',
  'Changes to a user. Absent fields keep their values. A new password or a deactivation ends all sessions of the user.',
)
export class UpdateUserInput extends UserDetailsInput implements UserChange {
  @NonNull(ID, 'The UUID of the user.')
  readonly id!: string

  @Nullable(String, 'The given name. Null is rejected.')
  readonly firstName?: string | null

  @Nullable(String, 'The family name. Null is rejected.')
  readonly lastName?: string | null

  @Nullable(
    String,
    'The email address to sign in with, stored in lower case. Unique in the company, removed users included. Null is rejected.',
  )
  readonly email?: string | null

  @Nullable(String, `${PASSWORD} Null is rejected.`)
  readonly password?: string | null

  @Nullable(
    RoleEnum,
    'What the user may do in the company. Admins cannot demote themselves or the last active admin. A technician with open jobs can become an admin only with `reassignOpenJobsTo`. Null is rejected.',
  )
  readonly role?: Role | null

  @Nullable(
    Boolean,
    'Whether the user can sign in. Admins cannot deactivate themselves or the last active admin. A technician with open jobs can be deactivated only with `reassignOpenJobsTo`. Null is rejected.',
  )
  readonly active?: boolean | null

  @Nullable(
    ID,
    'The UUID of another active technician, who takes over all open jobs of the user: those that are scheduled, in progress or paused. It can be the placeholder if the company has `allowUnassignedJobs` and the work on none of them has started. If absent or null, the jobs stay with the user.',
  )
  readonly reassignOpenJobsTo?: string | null
}
