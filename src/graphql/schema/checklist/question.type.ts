import { Float, ID, Int } from 'type-graphql'
import type { QuestionKind } from '../../../domain/checklist/checklist-content.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { enumType } from '../common/enum-type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { RiskLevelEnum } from '../risk/risk.type.js'

export const QuestionKindEnum = enumType<QuestionKind>('QuestionKind', 'The kind of a question.', {
  YES_NO: 'Yes or no: the value is `YES` or `NO`.',
  CHOICE: 'One of the choices.',
  MULTI_CHOICE: 'Any number of the choices.',
  NUMBER: 'A decimal number, such as `12.5`. It fails outside of its bounds.',
  TEXT: 'A text.',
  DATE: 'A date, such as `2027-01-31`.',
  PHOTO: 'Photographs.',
  INSTRUCTION: 'Not a question: a text that is shown.',
})

@ValueType('ChecklistChoice', 'A possible answer to a question.')
class ChecklistChoiceType {
  @NonNull(String, 'What an answer stores; unique in the question.')
  readonly value!: string

  @NonNull(String, 'The text of the choice.')
  readonly label!: string

  @NonNull(Boolean, 'Whether an answer with this choice fails.')
  readonly fails!: boolean

  @NonNull(Int, 'The points that the choice earns.')
  readonly points!: number
}

@ValueType('AnswerRange', 'A range of numbers or dates, both ends included.')
class AnswerRangeType {
  @Nullable(String, 'The lowest value; no limit if null.')
  readonly from!: string | null

  @Nullable(String, 'The highest value; no limit if null.')
  readonly to!: string | null
}

@ValueType(
  'AnswerCondition',
  'A condition on the answer of an earlier question. One of its last four fields is not null.',
)
class AnswerConditionType {
  @NonNull(ID, 'The `questionId` of the earlier question.')
  readonly questionId!: string

  @Nullable([String], 'The answer is one of these values, or contains one of them.')
  readonly isOneOf!: string[] | null

  @Nullable([String], 'There is an answer, and it is not one of these values.')
  readonly isNotOneOf!: string[] | null

  @Nullable(AnswerRangeType, 'The number or date is in this range.')
  readonly between!: AnswerRangeType | null

  @Nullable(
    Boolean,
    'Whether the question has an answer; “not applicable” and an empty list of choices are none.',
  )
  readonly isAnswered!: boolean | null
}

@ValueType('ShowIf', 'When a question is shown. One of the two fields is not null.')
class ShowIfType {
  @Nullable([AnswerConditionType], 'All of these conditions hold.')
  readonly allOf!: AnswerConditionType[] | null

  @Nullable([AnswerConditionType], 'Any of these conditions holds.')
  readonly anyOf!: AnswerConditionType[] | null
}

@ValueType('ChecklistQuestion', 'A question of a checklist.')
export class ChecklistQuestionType {
  @NonNull(ID, 'The id of the question. It keeps it in later versions of the checklist.')
  readonly questionId!: string

  @NonNull(QuestionKindEnum, 'The kind of the question.')
  readonly kind!: QuestionKind

  @NonNull(String, 'The question.')
  readonly text!: string

  @Nullable(String, 'How to answer it; null if there is no hint.')
  readonly hint!: string | null

  @NonNull(Boolean, 'Whether an answer is required.')
  readonly required!: boolean

  @NonNull(Int, 'How much the question counts in the score.')
  readonly weight!: number

  @NonNull(Boolean, 'Whether the inspection fails if the answer fails.')
  readonly critical!: boolean

  @NonNull(Boolean, 'Whether the answer may be “not applicable”.')
  readonly allowNotApplicable!: boolean

  @NonNull(Boolean, 'Whether a failing answer needs a note.')
  readonly requireNoteWhenFailing!: boolean

  @NonNull(Boolean, 'Whether a failing answer needs a photograph.')
  readonly requirePhotoWhenFailing!: boolean

  @Nullable(
    RiskLevelEnum,
    'The severity of the finding that a failing answer opens; null if it opens none.',
  )
  readonly opensFinding!: RiskLevel | null

  @NonNull([ChecklistChoiceType], 'The choices, also of a `YES_NO`; empty for other kinds.')
  readonly choices!: ChecklistChoiceType[]

  @Nullable(String, 'The unit of a number; null if there is none.')
  readonly unit!: string | null

  @Nullable(Float, 'A number below this fails; no limit if null.')
  readonly minimum!: number | null

  @Nullable(Float, 'A number above this fails; no limit if null.')
  readonly maximum!: number | null

  @Nullable(Int, 'How many photographs a `PHOTO` needs; null for other kinds.')
  readonly minimumCount!: number | null

  @Nullable(ShowIfType, 'When the question is shown; null if always.')
  readonly showIf!: ShowIfType | null
}
