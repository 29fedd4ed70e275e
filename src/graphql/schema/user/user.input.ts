import { Field, ID, InputType } from 'type-graphql'
import type { Role } from '../../../domain/access/viewer.js'
import type { NewUser } from '../../../domain/user/create-user.js'
import type { UserChange } from '../../../domain/user/update-user.js'
import type { UserDetails } from '../../../domain/user/user-details.js'
import type { UserProfile } from '../../../domain/user/user-profile.js'
import { RoleEnum } from './user.type.js'

@InputType('ProfileInput', {
  description: 'How to reach a user; what is absent stays, or is not known of a new user.',
})
export class ProfileInput implements UserProfile {
  @Field(() => String, {
    nullable: true,
    description: 'Mobile number; null: not known. Set A `mobile`.',
  })
  readonly mobile?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Other telephone number; null: not known. Set A `telephone`.',
  })
  readonly telephone?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'What the user does; null: not known. Set A `position`.',
  })
  readonly position?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The country of the mobile number, two letters of ISO 3166-1, such as `GB`; null: not known. Set A `dialing_code`.',
  })
  readonly dialingCode?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The company’s own number of the user; null: none. Set A `employee_number`.',
  })
  readonly employeeNumber?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The number of an identity document; null: not known. Set A `id_number`.',
  })
  readonly idNumber?: string | null
}

@InputType({ description: 'What may be known of a user besides name, email and role.' })
abstract class UserDetailsInput implements UserDetails {
  @Field(() => String, {
    nullable: true,
    description:
      'The IANA zone that the user lives in, such as `Europe/London`, in any case; null: UTC. Set A `timezone`.',
  })
  readonly timezone?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Telephone number; null: not known. Set A `phone_number`.',
  })
  readonly phoneNumber?: string | null

  @Field(() => ProfileInput, {
    nullable: true,
    description: 'How to reach the user; null: nothing of it is known. Set A `profile`.',
  })
  readonly profile?: ProfileInput | null
}

@InputType('CreateUserInput', { description: 'A user to be.' })
export class CreateUserInput extends UserDetailsInput implements NewUser {
  @Field(() => String, { description: 'Given name; `name` in Set A and Set B.' })
  readonly firstName!: string

  @Field(() => String, { description: 'Family name; Set A `last_name`, Set B `lastName`.' })
  readonly lastName!: string

  @Field(() => String, {
    description:
      'The username, kept in lower case, unique in the company for ever; `email` in Set A and Set B.',
  })
  readonly email!: string

  @Field(() => String, {
    description: 'What the user signs in with: 12 to 1000 characters, spaces included.',
  })
  readonly password!: string

  @Field(() => RoleEnum, { description: 'What the user may do in the company.' })
  readonly role!: Role

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the user can sign in; null or absent: yes. `active` in Set A and Set B.',
  })
  readonly active?: boolean | null
}

@InputType('UpdateUserInput', {
  description:
    'What to change of a user; what is absent stays. A new password and a deactivation end the user’s sessions.',
})
export class UpdateUserInput extends UserDetailsInput implements UserChange {
  @Field(() => ID, { description: 'The UUID of the user; Set B `id`.' })
  readonly id!: string

  @Field(() => String, {
    nullable: true,
    description: 'Given name; null is refused. `name` in Set A and Set B.',
  })
  readonly firstName?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Family name; null is refused. Set A `last_name`, Set B `lastName`.',
  })
  readonly lastName?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The username, kept in lower case, unique in the company for ever; null is refused. `email` in Set A and Set B.',
  })
  readonly email?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'What the user signs in with from now on: 12 to 1000 characters, spaces included; null is refused.',
  })
  readonly password?: string | null

  @Field(() => RoleEnum, {
    nullable: true,
    description:
      'What the user may do in the company; null is refused. Nobody demotes themselves or the last admin.',
  })
  readonly role?: Role | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the user can sign in; null is refused. Nobody deactivates themselves or the last admin. `active` in Set A and Set B.',
  })
  readonly active?: boolean | null
}
