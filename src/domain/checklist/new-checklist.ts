import type { QuestionKind } from './checklist-content.js'
import type { RecordKey } from '../domain.js'

type Optional<Value> = Value | null | undefined

/* The inputs of `createChecklist` and `updateChecklist`. Null counts as absent. */

export interface NewChecklist {
  readonly name: string
  /** The lowest score of a passed inspection without a job, from 0 to 100. Absent: 100. */
  readonly passPercentage?: Optional<number>
  /** In the order of display. Absent: those of `copyOf`, or none. */
  readonly sections?: Optional<readonly NewSection[]>
  /** A checklist whose sections and pass percentage the new one has, if it has none of its own. */
  readonly copyOf?: Optional<RecordKey>
}

export interface NewSection {
  readonly name: string
  readonly questions: readonly NewQuestion[]
}

export interface NewQuestion {
  /** The id of a question of the earlier version. Absent: a new question. */
  readonly questionId?: Optional<string>
  readonly kind: QuestionKind
  readonly text: string
  readonly hint?: Optional<string>
  readonly required?: Optional<boolean>
  /** Absent: 1. */
  readonly weight?: Optional<number>
  readonly critical?: Optional<boolean>
  readonly allowNotApplicable?: Optional<boolean>
  readonly requireNoteWhenFailing?: Optional<boolean>
  readonly requirePhotoWhenFailing?: Optional<boolean>
  readonly opensFinding?: Optional<string>
  /** Absent for a `YES_NO`: `YES`, and `NO`, which fails. */
  readonly choices?: Optional<readonly NewChoice[]>
  readonly unit?: Optional<string>
  readonly minimum?: Optional<number>
  readonly maximum?: Optional<number>
  readonly minimumCount?: Optional<number>
  readonly showIf?: Optional<NewShowIf>
}

export interface NewChoice {
  /** Absent: the label. */
  readonly value?: Optional<string>
  readonly label: string
  readonly fails?: Optional<boolean>
  /** Absent: 0 if the choice fails, otherwise 1. */
  readonly points?: Optional<number>
}

export interface NewShowIf {
  readonly allOf?: Optional<readonly NewAnswerCondition[]>
  readonly anyOf?: Optional<readonly NewAnswerCondition[]>
}

export interface NewAnswerCondition {
  readonly questionId: string
  readonly isOneOf?: Optional<readonly string[]>
  readonly isNotOneOf?: Optional<readonly string[]>
  readonly between?: Optional<{
    readonly from?: Optional<string>
    readonly to?: Optional<string>
  }>
  readonly isAnswered?: Optional<boolean>
}
