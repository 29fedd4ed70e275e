import { Float, Int } from 'type-graphql'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { ChecklistQuestionType } from './question.type.js'

@ValueType('ChecklistSection', 'A part of a checklist.')
export class ChecklistSectionType {
  @NonNull(String, 'The name of the section.')
  readonly name!: string

  @NonNull([ChecklistQuestionType], 'The questions, in order.')
  readonly questions!: ChecklistQuestionType[]
}

@ValueType('AnswerFigures', 'How a question was answered.')
export class AnswerFiguresType {
  @NonNull(String, 'The name of the question’s section.')
  readonly section!: string

  @NonNull(ChecklistQuestionType, 'The question.')
  readonly question!: ChecklistQuestionType

  @NonNull(Int, 'The number of answers, without those that were not applicable.')
  readonly count!: number

  @NonNull(Int, 'The number of failing answers.')
  readonly failedCount!: number

  @NonNull(Int, 'How often the question was not applicable.')
  readonly notApplicableCount!: number

  @Nullable(
    Float,
    'The average of the answers to a `NUMBER`; null without answers, and for other kinds.',
  )
  readonly average!: number | null
}
