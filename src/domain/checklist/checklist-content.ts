import type { RiskLevel } from '../risk/risk.js'

/**
 * The kinds of questions. An `INSTRUCTION` is shown and not answered. The answer of a `PHOTO` is its photographs, which are
 * documents of the inspection.
 */
export type QuestionKind =
  'YES_NO' | 'CHOICE' | 'MULTI_CHOICE' | 'NUMBER' | 'TEXT' | 'DATE' | 'PHOTO' | 'INSTRUCTION'

/* The types of the column `sections`. Type aliases, because Prisma's JSON type rejects interfaces. */

export type Section = {
  readonly name: string
  readonly questions: readonly Question[]
}

export type Question = {
  /** UUID. The question keeps it in later versions of its checklist. */
  readonly questionId: string
  readonly kind: QuestionKind
  readonly text: string
  /** How to answer it. */
  readonly hint: string | null
  readonly required: boolean
  /** How much the question counts in the score, from 0. */
  readonly weight: number
  /** Whether the inspection fails if the answer fails. */
  readonly critical: boolean
  readonly allowNotApplicable: boolean
  readonly requireNoteWhenFailing: boolean
  readonly requirePhotoWhenFailing: boolean
  /** The severity of the finding that a failing answer opens; null: it opens none. */
  readonly opensFinding: RiskLevel | null
  /** The possible answers of a `YES_NO`, `CHOICE` or `MULTI_CHOICE`. */
  readonly choices: readonly Choice[]
  /** The unit of a `NUMBER`. */
  readonly unit: string | null
  /** A `NUMBER` below this fails. */
  readonly minimum: number | null
  /** A `NUMBER` above this fails. */
  readonly maximum: number | null
  /** How many photographs a `PHOTO` needs. */
  readonly minimumCount: number | null
  /** When the question is shown; null: always. */
  readonly showIf: ShowIf | null
}

export type Choice = {
  /** What an answer stores; unique in the question. */
  readonly value: string
  readonly label: string
  /** Whether an answer with this choice fails. */
  readonly fails: boolean
  readonly points: number
}

/** Either all of the conditions must hold, or any of them. */
export type ShowIf =
  | { readonly allOf: readonly AnswerCondition[]; readonly anyOf: null }
  | { readonly allOf: null; readonly anyOf: readonly AnswerCondition[] }

/** A condition on the answer of an earlier question. One of its last four properties is not null. */
export type AnswerCondition = {
  readonly questionId: string
  /** The answer is one of these values, or contains one of them. */
  readonly isOneOf: readonly string[] | null
  /** There is an answer, and it is not one of these values. */
  readonly isNotOneOf: readonly string[] | null
  /** The number or date is in this range, both ends included. */
  readonly between: { readonly from: string | null; readonly to: string | null } | null
  /** Whether the question has an answer; "not applicable" and an empty list of choices are none. */
  readonly isAnswered: boolean | null
}

/** The questions of all sections, in order. */
export const questionsOf = (sections: readonly Section[]): Question[] =>
  sections.flatMap(({ questions }) => questions)

/** The number of questions that have an answer. */
export const checksIn = (sections: readonly Section[]): number =>
  questionsOf(sections).filter(({ kind }) => kind !== 'INSTRUCTION').length
