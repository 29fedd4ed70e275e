import { GraphQLEmailAddress, GraphQLTimeZone } from 'graphql-scalars'
import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { ChangingNode } from '../common/timestamps.js'

export enum RoleEnum {
  ADMIN = 'admin',
  TECHNICIAN = 'technician',
}
registerEnumType(RoleEnum, {
  name: 'Role',
  description: 'What a user may do in the company. Everyone reads everything.',
  valuesConfig: {
    ADMIN: { description: 'May change everything.' },
    TECHNICIAN: {
      description:
        'May create and update assets, record inspections, and carry out their own jobs.',
    },
  },
})

@ObjectType('Profile', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'How to reach a user.',
})
export class ProfileNode extends ChangingNode {
  @Field(() => String, { nullable: true, description: 'Mobile number; null where not known.' })
  readonly mobile!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Other telephone number; null where not known.',
  })
  readonly telephone!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The path of an image; null where there is none.',
  })
  readonly picture!: string | null

  @Field(() => String, { nullable: true, description: 'What the user does; null where not known.' })
  readonly position!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The two-letter country of the mobile number, Set A `dialing_code`; null where not known.',
  })
  readonly dialingCode!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The company’s own number of the user, Set A `employee_number`; null where there is none.',
  })
  readonly employeeNumber!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The number of an identity document, Set A `id_number`; null where not known.',
  })
  readonly idNumber!: string | null
}

@ObjectType('User', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'A person who signs in to the company.',
})
export class UserNode extends ChangingNode {
  @Field(() => String, { description: 'Given name; `name` in Set A and Set B.' })
  readonly firstName!: string

  @Field(() => String, { description: 'Family name; Set A `last_name`.' })
  readonly lastName!: string

  @Field(() => String, { description: 'Both names; Set A `full_name`.' })
  readonly fullName!: string

  @Field(() => GraphQLEmailAddress, {
    description: 'The username, in lower case, unique in the company.',
  })
  readonly email!: string

  @Field(() => Boolean, { description: 'Whether the user can sign in.' })
  readonly active!: boolean

  @Field(() => RoleEnum, { description: 'What the user may do in the company.' })
  readonly role!: RoleEnum

  @Field(() => GraphQLTimeZone, { description: 'The IANA zone that the user lives in.' })
  readonly timezone!: string

  @Field(() => String, {
    nullable: true,
    description: 'Telephone number, Set A `phone_number`; null where not known.',
  })
  readonly phoneNumber!: string | null

  @Field(() => ProfileNode, {
    nullable: true,
    description: 'How to reach the user; null where not known.',
  })
  readonly profile!: ProfileNode | null

  @Field(() => NonNegativeInt, {
    description: 'How many sites the user manages; Set A `sites_count`.',
  })
  readonly sitesCount!: number

  @Field(() => NonNegativeInt, {
    description: 'How many inspections the user made; Set A `inspections_count`.',
  })
  readonly inspectionsCount!: number

  @Field(() => NonNegativeInt, {
    description:
      'How many jobs the user is or was the technician of; Set A `technical_jobs_count`.',
  })
  readonly technicalJobsCount!: number
}

export const UserConnection = connectionType('User', () => UserNode)
