import { GraphQLDateTime } from 'graphql-scalars'
import { Field, ObjectType } from 'type-graphql'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'
import { UserNode } from '../user/user.type.js'

@ObjectType('ApiKey', {
  implements: NodeInterface,
  simpleResolvers: true,
  description:
    'A long-lived credential of an integration: Set B’s `x-api-key`. The key itself is not kept.',
})
export class ApiKeyNode extends NodeInterface {
  @Field(() => String, { description: 'What the key is for.' })
  readonly name!: string

  @Field(() => String, { description: 'The first characters of the key, to tell keys apart.' })
  readonly prefix!: string

  @Field(() => UserNode, { description: 'Who created the key.' })
  readonly createdBy!: UserNode

  @Field(() => GraphQLDateTime, { description: 'When the key was created.' })
  readonly createdAt!: Date

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the key was revoked; null while it is in force.',
  })
  readonly revokedAt!: Date | null
}

export const ApiKeyConnection = connectionType('ApiKey', () => ApiKeyNode)
