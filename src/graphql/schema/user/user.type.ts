import { GraphQLDateTime, GraphQLEmailAddress, GraphQLTimeZone } from 'graphql-scalars'
import { Field, Int, ObjectType } from 'type-graphql'
import type { Role } from '../../../domain/access/viewer.js'
import { enumType } from '../common/enum-type.js'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { ChangingNode, NodeType } from '../common/node.type.js'
import { NotificationPreferencesType } from './notification-preferences.type.js'

export const RoleEnum = enumType<Role>(
  'Role',
  'What a user may do in the company. All users may read records. Only admins may read API keys and the audit log, and list removed records.',
  {
    admin: 'May call all mutations.',
    technician: 'May create and update assets, record inspections, and work on their own jobs.',
  },
)

/** The base of node types whose records can be removed. In this file because it and `UserNode` refer to each other. */
@ObjectType({ simpleResolvers: true })
export abstract class RemovableNode extends ChangingNode {
  @Nullable(GraphQLDateTime, 'When the record was removed; null if it is not removed.')
  readonly removedAt!: Date | null

  @Field(() => UserNode, {
    nullable: true,
    description: 'The user who removed the record; null if it is not removed, or if unknown.',
  })
  readonly removedBy!: UserNode | null
}

@NodeType('Profile', 'Contact details of a user.')
class ProfileNode extends ChangingNode {
  @Nullable(String, 'The mobile number; null if unknown.')
  readonly mobile!: string | null

  @Nullable(String, 'Another telephone number; null if unknown.')
  readonly telephone!: string | null

  @Nullable(String, 'The job title; null if unknown.')
  readonly position!: string | null

  @Nullable(
    String,
    'The country (ISO 3166-1, such as `GB`) whose dialing code belongs to `mobile`; null if unknown.',
  )
  readonly dialingCode!: string | null

  @Nullable(String, 'The employee number; null if there is none.')
  readonly employeeNumber!: string | null

  @Nullable(String, 'The number of an identity document; null if unknown.')
  readonly idNumber!: string | null

  @Nullable(
    String,
    'The picture of the user: a path on this host that opens without credentials for 15 to 30 minutes, like `Document.url`; null if there is none.',
  )
  readonly pictureUrl!: string | null
}

@NodeType('User', 'A person with an account in the company.')
export class UserNode extends RemovableNode {
  @NonNull(String, 'The given name.')
  readonly firstName!: string

  @NonNull(String, 'The family name.')
  readonly lastName!: string

  @NonNull(String, 'The given and the family name.')
  readonly fullName!: string

  @NonNull(GraphQLEmailAddress, 'The email address to sign in with, in lower case.')
  readonly email!: string

  @NonNull(Boolean, 'Whether the user can sign in.')
  readonly active!: boolean

  @NonNull(
    Boolean,
    'Whether this is not a person, but stands for the technician of jobs that are not assigned yet. A company has at most one placeholder. It is inactive, and cannot be changed.',
  )
  readonly placeholder!: boolean

  @NonNull(RoleEnum, 'What the user may do in the company.')
  readonly role!: Role

  @NonNull(GraphQLTimeZone, 'The IANA time zone of the user, such as `Europe/London`.')
  readonly timezone!: string

  @Nullable(String, 'The telephone number; null if unknown.')
  readonly phoneNumber!: string | null

  @Nullable(ProfileNode, 'Contact details; null if there are none.')
  readonly profile!: ProfileNode | null

  @NonNull(NotificationPreferencesType, 'Which mails the user gets.')
  readonly notificationPreferences!: NotificationPreferencesType

  @NonNull(Int, 'The number of sites that the user manages.')
  readonly sitesCount!: number

  @NonNull(Int, 'The number of inspections by the user.')
  readonly inspectionsCount!: number

  @NonNull(Int, 'The number of jobs whose technician is the user, in all states.')
  readonly technicalJobsCount!: number
}
