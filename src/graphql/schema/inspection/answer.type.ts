import { GraphQLDateTime } from 'graphql-scalars'
import { Int } from 'type-graphql'
import { ChecklistQuestionType } from '../checklist/question.type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'

@ValueType('InspectionAnswer', 'The answer to a question of a checklist.')
export class InspectionAnswerType {
  @NonNull(String, 'The name of the question’s section.')
  readonly section!: string

  @NonNull(ChecklistQuestionType, 'The question as it was asked.')
  readonly question!: ChecklistQuestionType

  @Nullable(
    String,
    'The answer as a text: the value of a choice, `YES` or `NO`, a decimal number, a date, or a text; null if there is none, or several.',
  )
  readonly value!: string | null

  @Nullable([String], 'The values of the choices of a `MULTI_CHOICE`; null for other kinds.')
  readonly values!: string[] | null

  @NonNull(Boolean, 'Whether the question was not applicable.')
  readonly notApplicable!: boolean

  @Nullable(String, 'The inspector’s note; null if there is none.')
  readonly note!: string | null

  @Nullable(GraphQLDateTime, 'When the question was answered; null if unknown.')
  readonly answeredAt!: Date | null

  @NonNull(Boolean, 'Whether the answer fails.')
  readonly fails!: boolean

  @NonNull(Int, 'The points that the answer earned, before they are multiplied by the weight.')
  readonly points!: number

  @NonNull(Int, 'The most points that an answer can earn; 0 if the question is not scored.')
  readonly maximumPoints!: number
}
