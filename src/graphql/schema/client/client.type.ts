import { Field, ObjectType } from 'type-graphql'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { ChangingNode } from '../common/timestamps.js'
import { UserNode } from '../user/user.type.js'

@ObjectType('Client', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'Whom the company works for.',
})
export class ClientNode extends ChangingNode {
  @Field(() => String, { description: 'The name in law; Set A `legal_name`.' })
  readonly legalName!: string

  @Field(() => String, {
    nullable: true,
    description: 'The name that is used; null where it is the legal one. Set A `trading_name`.',
  })
  readonly tradingName!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'In the register of companies; null where not known. Set A `registration_number`.',
  })
  readonly registrationNumber!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'For tax; null where not known. Set A `vat_number`.',
  })
  readonly vatNumber!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The path of an image; null where there is none.',
  })
  readonly logo!: string | null

  @Field(() => NonNegativeInt, { description: 'How many sites the client has.' })
  readonly sitesCount!: number

  @Field(() => UserNode, {
    description: 'Who created the record; Set A `user_id`, Set B `userId`.',
  })
  readonly createdBy!: UserNode
}

export const ClientConnection = connectionType('Client', () => ClientNode)
