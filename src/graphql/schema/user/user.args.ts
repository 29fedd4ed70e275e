import { Field, InputType } from 'type-graphql'
import { userListing, type UserFilter } from '../../../domain/user/user-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionArgs } from '../common/connection.type.js'
import { combines } from '../common/filter.js'
import { DateTimeRangeInput } from '../common/date-time-range.input.js'
import { RoleEnum } from './user.type.js'

@InputType('UserFilter', { description: 'Which users: all that is given must hold.' })
export class UserFilterInput implements Combined<UserFilter> {
  @Field(() => String, {
    nullable: true,
    description: 'Part of the first name, the last name or the email, in any case.',
  })
  readonly search?: string | null

  @Field(() => RoleEnum, { nullable: true, description: 'The role in the company.' })
  readonly role?: RoleEnum | null

  @Field(() => Boolean, { nullable: true, description: 'Whether the user can sign in.' })
  readonly active?: boolean | null

  @Field(() => DateTimeRangeInput, { nullable: true, description: 'Created within this time.' })
  readonly createdAt?: DateTimeRangeInput | null
}
combines(UserFilterInput)

export const UserArgs = connectionArgs('User', userListing, () => UserFilterInput)
