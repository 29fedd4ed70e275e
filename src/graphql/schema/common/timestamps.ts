import { GraphQLDateTime } from 'graphql-scalars'
import { Field, ObjectType } from 'type-graphql'
import { NodeInterface } from './node.interface.js'

/** What every record that can be changed also has. */
@ObjectType({ simpleResolvers: true })
export abstract class ChangingNode extends NodeInterface {
  @Field(() => GraphQLDateTime, { description: 'When the record was created.' })
  readonly createdAt!: Date

  @Field(() => GraphQLDateTime, { description: 'When the record was last changed.' })
  readonly updatedAt!: Date
}
