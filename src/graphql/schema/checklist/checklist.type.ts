import { Int } from 'type-graphql'
import { NonNull } from '../common/type.decorator.js'
import { ChangingNode, NodeType } from '../common/node.type.js'

@NodeType('Checklist', 'The questions that an inspector answers about an asset.')
export class ChecklistNode extends ChangingNode {
  @NonNull(String, 'The name of the checklist.')
  readonly name!: string

  @NonNull(Int, 'The number of questions.')
  readonly checksCount!: number
}
