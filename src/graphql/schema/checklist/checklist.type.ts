import { GraphQLDateTime } from 'graphql-scalars'
import { ID, Int } from 'type-graphql'
import { NodeInterface, NodeType } from '../common/node.type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { RemovableNode, UserNode } from '../user/user.type.js'
import { ChecklistSectionType } from './section.type.js'

const SCORE = 'The lowest score, 0 to 100, that passes an inspection without a job.'

@NodeType('Checklist', 'The questions that an inspector answers about an asset.')
export class ChecklistNode extends RemovableNode {
  @NonNull(String, 'The name of the checklist.')
  readonly name!: string

  @NonNull(
    Int,
    'The number of the newest version. Each change of the questions or of `passPercentage` adds one.',
  )
  readonly version!: number

  @NonNull(ID, 'The id of the newest version: a device sends it with the answers.')
  readonly versionId!: string

  @NonNull([ChecklistSectionType], 'The questions of the newest version, by section.')
  readonly sections!: ChecklistSectionType[]

  @NonNull(Int, 'The number of questions.')
  readonly checksCount!: number

  @NonNull(Int, SCORE)
  readonly passPercentage!: number
}

@ValueType(
  'ChecklistVersionChanges',
  'How many questions differ from the version before. Of the first version, all are new.',
)
class ChecklistVersionChangesType {
  @NonNull(Int, 'The number of new questions.')
  readonly added!: number

  @NonNull(Int, 'The number of questions that changed, other than their place.')
  readonly changed!: number

  @NonNull(Int, 'The number of questions that the version before had in addition.')
  readonly removed!: number
}

@NodeType('ChecklistVersion', 'What a checklist asks in one of its versions. It never changes.')
export class ChecklistVersionNode extends NodeInterface {
  @NonNull(ChecklistNode, 'The checklist.')
  readonly checklist!: ChecklistNode

  @NonNull(Int, 'The number of the version, from 1.')
  readonly number!: number

  @NonNull([ChecklistSectionType], 'The questions, by section.')
  readonly sections!: ChecklistSectionType[]

  @NonNull(Int, 'The number of questions.')
  readonly checksCount!: number

  @NonNull(Int, SCORE)
  readonly passPercentage!: number

  @NonNull(ChecklistVersionChangesType, 'How many questions the version has changed.')
  readonly changes!: ChecklistVersionChangesType

  @Nullable(UserNode, 'The user who wrote the version; null if unknown.')
  readonly createdBy!: UserNode | null

  @NonNull(GraphQLDateTime, 'When the version was written.')
  readonly createdAt!: Date
}
