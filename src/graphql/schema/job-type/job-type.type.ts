import { Int } from 'type-graphql'
import { NonNull } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { RemovableNode } from '../user/user.type.js'

@NodeType('JobType', 'A kind of job.')
export class JobTypeNode extends RemovableNode {
  @NonNull(String, 'The name of the type.')
  readonly name!: string

  @NonNull(Int, 'The lowest score that passes an inspection, 0 to 100.')
  readonly passPercentage!: number

  @NonNull(Boolean, 'Whether new jobs can have the type.')
  readonly active!: boolean

  @NonNull(Boolean, 'Whether new jobs require a signature by default.')
  readonly requiresSignature!: boolean

  @NonNull(Boolean, 'Whether an asset can be inspected only once in a job.')
  readonly singleInspection!: boolean

  @NonNull(Boolean, 'Whether a job can only be completed when all its assets are inspected.')
  readonly requireAllAssets!: boolean
}
