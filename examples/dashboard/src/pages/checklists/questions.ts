import { graphql } from '../../../generated/index.js'
import type { ChecklistQuestionFragment, QuestionKind } from '../../../generated/graphql.js'

// Fragments: the queries spread them.
graphql(`
  fragment ChecklistContent on Checklist {
    id
    updatedAt
    name
    passPercentage
    version
    versionId
    sections {
      name
      questions {
        ...ChecklistQuestion
      }
    }
  }

  fragment ChecklistQuestion on ChecklistQuestion {
    questionId
    kind
    text
    hint
    required
    weight
    critical
    allowNotApplicable
    requireNoteWhenFailing
    requirePhotoWhenFailing
    opensFinding
    unit
    minimum
    maximum
    minimumCount
    choices {
      value
      label
      fails
      points
    }
    showIf {
      allOf {
        ...AnswerCondition
      }
      anyOf {
        ...AnswerCondition
      }
    }
  }

  fragment AnswerCondition on AnswerCondition {
    questionId
    isOneOf
    isNotOneOf
    between {
      from
      to
    }
    isAnswered
  }
`)

type WithoutTypename<Value> = Value extends (infer Item)[]
  ? WithoutTypename<Item>[]
  : Value extends object
    ? {
        readonly [Name in keyof Value as Exclude<Name, '__typename'>]: WithoutTypename<Value[Name]>
      }
    : Value

/** A question as the schema has it. All of its fields are also fields of `ChecklistQuestionInput`. */
export type Question = WithoutTypename<ChecklistQuestionFragment>
export type Choice = Question['choices'][number]
export type ShowIf = NonNullable<Question['showIf']>
export type Condition = NonNullable<ShowIf['allOf']>[number]

export interface Section {
  readonly name: string
  readonly questions: readonly Question[]
}

/** The kinds of questions, each with the text that people know it by. */
export const KINDS: Readonly<Record<QuestionKind, string>> = {
  YES_NO: 'Yes or no',
  CHOICE: 'One of several choices',
  MULTI_CHOICE: 'Any of several choices',
  NUMBER: 'Number',
  TEXT: 'Text',
  DATE: 'Date',
  PHOTO: 'Photographs',
  INSTRUCTION: 'Instruction, without an answer',
}

export const hasChoices = (kind: QuestionKind): boolean =>
  kind === 'YES_NO' || kind === 'CHOICE' || kind === 'MULTI_CHOICE'
