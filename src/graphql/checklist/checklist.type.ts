import { GraphQLNonNegativeInt } from 'graphql-scalars'
import { Field, ObjectType } from 'type-graphql'
import { NodeInterface } from '../common/node.interface.js'
import { ChangingNode } from '../common/timestamps.js'

@ObjectType('Checklist', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'What an inspector works through.',
})
export class ChecklistNode extends ChangingNode {
  @Field(() => String, { description: 'What people call the checklist.' })
  readonly name!: string

  @Field(() => GraphQLNonNegativeInt, { description: 'How many questions it has.' })
  readonly checksCount!: number
}
