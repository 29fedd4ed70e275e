import { GraphQLDateTime } from 'graphql-scalars'
import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { AssetNode } from '../asset/asset.type.js'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { JobNode } from '../job/job.type.js'
import { UserNode } from '../user/user.type.js'

export enum InspectionOutcomeEnum {
  PASSED = 'passed',
  FAILED = 'failed',
}
registerEnumType(InspectionOutcomeEnum, {
  name: 'InspectionOutcome',
  description: 'How an inspection ended.',
  valuesConfig: {
    PASSED: { description: 'The asset is in order.' },
    FAILED: { description: 'The asset is defective.' },
  },
})

@ObjectType('Inspection', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'One look at an asset. It is never changed.',
})
export class InspectionNode extends NodeInterface {
  @Field(() => AssetNode, { description: 'What was inspected.' })
  readonly asset!: AssetNode

  @Field(() => JobNode, {
    nullable: true,
    description: 'The job that it was part of; null outside a job.',
  })
  readonly job!: JobNode | null

  @Field(() => UserNode, { description: 'Who inspected.' })
  readonly inspector!: UserNode

  @Field(() => InspectionOutcomeEnum, { description: 'How it ended.' })
  readonly outcome!: InspectionOutcomeEnum

  @Field(() => NonNegativeInt, {
    nullable: true,
    description: 'From 0 to 100; null where only the outcome was given.',
  })
  readonly score!: number | null

  @Field(() => String, {
    nullable: true,
    description: 'What the inspector wrote; null where nothing.',
  })
  readonly note!: string | null

  @Field(() => GraphQLDateTime, { description: 'When the asset was inspected.' })
  readonly inspectedAt!: Date

  @Field(() => GraphQLDateTime, { description: 'When the record was created.' })
  readonly createdAt!: Date
}

export const InspectionConnection = connectionType('Inspection', () => InspectionNode)
