import { Field, ObjectType } from 'type-graphql'
import { NodeInterface } from '../common/node.interface.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { ChangingNode } from '../common/timestamps.js'

@ObjectType('Checklist', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'What an inspector works through.',
})
export class ChecklistNode extends ChangingNode {
  @Field(() => String, { description: 'What people call the checklist.' })
  readonly name!: string

  @Field(() => NonNegativeInt, { description: 'How many questions it has.' })
  readonly checksCount!: number
}
