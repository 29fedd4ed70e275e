import { Int } from 'type-graphql'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { enumType } from '../common/enum-type.js'
import { NonNull } from '../common/type.decorator.js'
import { NodeInterface, NodeType } from '../common/node.type.js'

export const RiskLevelEnum = enumType<RiskLevel>('RiskLevel', 'How much a failure matters.', {
  Critical: 'Level 1: a failure endangers lives.',
  High: 'Level 2.',
  Medium: 'Level 3.',
  Low: 'Level 4: a failure is an inconvenience.',
})

@NodeType('Risk', 'How much a failure matters. There are four risks, which all companies share.')
export class RiskNode extends NodeInterface {
  @NonNull(RiskLevelEnum, 'The level.')
  readonly level!: RiskLevel

  @NonNull(Int, 'The level as a number, from 1 (critical) to 4 (low).')
  readonly value!: number
}
