import { Field, ObjectType } from 'type-graphql'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { ChangingNode } from '../common/timestamps.js'

@ObjectType('JobType', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'What kind of work jobs are.',
})
export class JobTypeNode extends ChangingNode {
  @Field(() => String, { description: 'What people call the type.' })
  readonly description!: string

  @Field(() => NonNegativeInt, {
    description:
      'The lowest score, 0 to 100, with which an inspection passes; Set A `pass_percentage`.',
  })
  readonly passPercentage!: number

  @Field(() => Boolean, { description: 'Whether new jobs can be of the type.' })
  readonly active!: boolean

  @Field(() => Boolean, {
    description:
      'Whether jobs of the type need a signature unless they say otherwise; Set A `requires_signature`.',
  })
  readonly requiresSignature!: boolean

  @Field(() => Boolean, {
    description: 'Whether each asset is inspected once in a job; Set A `single_inspection`.',
  })
  readonly singleInspection!: boolean
}

export const JobTypeConnection = connectionType('JobType', () => JobTypeNode)
