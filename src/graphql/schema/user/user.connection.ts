import type { Role } from '../../../domain/access/viewer.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { userListing, type UserFilter } from '../../../domain/user/user-listing.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { RecordTimesFilter, FilterInput } from '../common/filter.input.js'
import { RoleEnum, UserNode } from './user.type.js'

@FilterInput('User')
class UserFilterInput extends RecordTimesFilter implements Combined<UserFilter> {
  @Nullable(String, 'The full name or the email address contains this, ignoring case and accents.')
  readonly search?: string | null

  @Nullable([String], 'The email address is one of these, ignoring case.')
  readonly emails?: string[] | null

  @Nullable([RoleEnum], 'The role in the company is one of these.')
  readonly roles?: Role[] | null

  @Nullable(Boolean, 'Whether the user can sign in.')
  readonly active?: boolean | null
}

export const UserConnection = connectionType(UserNode, userListing, UserFilterInput)
