import { Float, ID, Int } from 'type-graphql'
import type { QuestionKind } from '../../../domain/checklist/checklist-content.js'
import type {
  NewAnswerCondition,
  NewChoice,
  NewQuestion,
  NewSection,
  NewShowIf,
} from '../../../domain/checklist/new-checklist.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'
import { RiskLevelEnum } from '../risk/risk.type.js'
import { QuestionKindEnum } from './question.type.js'

@InputObject('ChecklistChoiceInput', 'A possible answer to a question.')
class ChecklistChoiceInput implements NewChoice {
  @Nullable(String, 'What an answer stores; default: the label.')
  readonly value?: string | null

  @NonNull(String, 'The text of the choice.')
  readonly label!: string

  @Nullable(Boolean, 'Whether an answer with this choice fails; default: false.')
  readonly fails?: boolean | null

  @Nullable(
    Int,
    'The points that the choice earns, 0 to 1000; default: 0 if it fails, otherwise 1.',
  )
  readonly points?: number | null
}

@InputObject('AnswerRangeInput', 'A range of numbers or dates, both ends included.')
class AnswerRangeInput {
  @Nullable(String, 'The lowest value, such as `12.5` or `2027-01-31`; default: no limit.')
  readonly from?: string | null

  @Nullable(String, 'The highest value; default: no limit.')
  readonly to?: string | null
}

@InputObject(
  'AnswerConditionInput',
  'A condition on the answer of an earlier question. Give exactly one of its last four fields.',
)
class AnswerConditionInput implements NewAnswerCondition {
  @NonNull(ID, 'The `questionId` of the earlier question.')
  readonly questionId!: string

  @Nullable([String], 'The answer is one of these values, or contains one of them.')
  readonly isOneOf?: string[] | null

  @Nullable([String], 'There is an answer, and it is not one of these values.')
  readonly isNotOneOf?: string[] | null

  @Nullable(AnswerRangeInput, 'The number or date is in this range.')
  readonly between?: AnswerRangeInput | null

  @Nullable(
    Boolean,
    'Whether the question has an answer; “not applicable” and an empty list of choices are none.',
  )
  readonly isAnswered?: boolean | null
}

@InputObject('ShowIfInput', 'When a question is shown. Give `allOf` or `anyOf`.')
class ShowIfInput implements NewShowIf {
  @Nullable([AnswerConditionInput], 'All of these conditions hold.')
  readonly allOf?: AnswerConditionInput[] | null

  @Nullable([AnswerConditionInput], 'Any of these conditions holds.')
  readonly anyOf?: AnswerConditionInput[] | null
}

@InputObject('ChecklistQuestionInput', 'A question of a checklist. Null counts as absent.')
class ChecklistQuestionInput implements NewQuestion {
  @Nullable(
    ID,
    'The id of the question: that of an earlier version, or a new UUID, to which `showIf` can refer; default: a new one.',
  )
  readonly questionId?: string | null

  @NonNull(QuestionKindEnum, 'The kind. A question keeps its kind in later versions.')
  readonly kind!: QuestionKind

  @NonNull(String, 'The question.')
  readonly text!: string

  @Nullable(String, 'How to answer it.')
  readonly hint?: string | null

  @Nullable(Boolean, 'Whether an answer is required; default: false.')
  readonly required?: boolean | null

  @Nullable(Int, 'How much the question counts in the score, 0 to 1000; default: 1.')
  readonly weight?: number | null

  @Nullable(Boolean, 'Whether the inspection fails if the answer fails; default: false.')
  readonly critical?: boolean | null

  @Nullable(Boolean, 'Whether the answer may be “not applicable”; default: false.')
  readonly allowNotApplicable?: boolean | null

  @Nullable(Boolean, 'Whether a failing answer needs a note; default: false.')
  readonly requireNoteWhenFailing?: boolean | null

  @Nullable(Boolean, 'Whether a failing answer needs a photograph; default: false.')
  readonly requirePhotoWhenFailing?: boolean | null

  @Nullable(
    RiskLevelEnum,
    'The severity of the finding that a failing answer opens; default: none.',
  )
  readonly opensFinding?: RiskLevel | null

  @Nullable(
    [ChecklistChoiceInput],
    'The choices of a `CHOICE` or `MULTI_CHOICE`, at least two. Those of a `YES_NO` have the values `YES` and `NO`; by default, `NO` fails.',
  )
  readonly choices?: ChecklistChoiceInput[] | null

  @Nullable(String, 'The unit of a `NUMBER`.')
  readonly unit?: string | null

  @Nullable(
    Float,
    'A `NUMBER` below this fails. Without bounds, a number is not part of the score.',
  )
  readonly minimum?: number | null

  @Nullable(Float, 'A `NUMBER` above this fails.')
  readonly maximum?: number | null

  @Nullable(Int, 'How many photographs a `PHOTO` needs, 1 to 100.')
  readonly minimumCount?: number | null

  @Nullable(ShowIfInput, 'When the question is shown; default: always.')
  readonly showIf?: ShowIfInput | null
}

@InputObject('ChecklistSectionInput', 'A part of a checklist.')
export class ChecklistSectionInput implements NewSection {
  @NonNull(String, 'The name of the section.')
  readonly name!: string

  @NonNull([ChecklistQuestionInput], 'The questions, in order.')
  readonly questions!: ChecklistQuestionInput[]
}
