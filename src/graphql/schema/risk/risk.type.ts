import { GraphQLPositiveInt } from 'graphql-scalars'
import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'

export enum RiskLevelEnum {
  CRITICAL = 'Critical',
  HIGH = 'High',
  MEDIUM = 'Medium',
  LOW = 'Low',
}
registerEnumType(RiskLevelEnum, {
  name: 'RiskLevel',
  description: 'How much a failure matters.',
  valuesConfig: {
    CRITICAL: { description: 'Value 1: lives depend on it.' },
    HIGH: { description: 'Value 2.' },
    MEDIUM: { description: 'Value 3.' },
    LOW: { description: 'Value 4: an inconvenience.' },
  },
})

@ObjectType('Risk', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'How much a failure matters: one of four rows that all companies share.',
})
export class RiskNode extends NodeInterface {
  @Field(() => RiskLevelEnum, { description: 'The name of the level; Set B `riskLevel`.' })
  readonly level!: RiskLevelEnum

  @Field(() => GraphQLPositiveInt, { description: 'From 1, critical, to 4, low.' })
  readonly value!: number
}

export const RiskConnection = connectionType('Risk', () => RiskNode)
