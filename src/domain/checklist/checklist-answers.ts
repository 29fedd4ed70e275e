import type { RecordKey } from '../domain.js'
import type { AnswerCondition, Question, ShowIf } from './checklist-content.js'

export interface NewAnswer {
  readonly questionId: string
  /** The answer as a text; for a `MULTI_CHOICE`, `values`. */
  readonly value?: string | null | undefined
  readonly values?: readonly string[] | null | undefined
  readonly notApplicable?: boolean | null | undefined
  readonly note?: string | null | undefined
  readonly answeredAt?: Date | null | undefined
  /** Uploaded photographs that belong to no record yet. */
  readonly photoIds?: readonly RecordKey[] | null | undefined
}

/** An answer in the column `answer_data`. A type alias, because Prisma's JSON type rejects interfaces. */
export type Answer = {
  /** The value of a choice, `YES` or `NO`, a decimal number, a date as YYYY-MM-DD, or a text. */
  readonly value: string | null
  /** The values of the choices of a `MULTI_CHOICE`. */
  readonly values: readonly string[] | null
  readonly notApplicable: boolean
  readonly note: string | null
  /** ISO 8601, UTC. */
  readonly answeredAt: string | null
  readonly fails: boolean
  readonly points: number
  /** The most points that an answer can earn; 0: the question is not part of the score. */
  readonly maximumPoints: number
}

/** The answers of an inspection, by the id of their question. */
export type Answers = ReadonlyMap<string, Answer>

/** What was given for each question, by its id: its value or values, or the ids of its photographs. */
export type Given = ReadonlyMap<string, readonly string[]>

/** What an answer gives. An answer that is not applicable gives nothing. */
export const givenBy = (
  { kind }: Question,
  { value, values }: Pick<Answer, 'value' | 'values'>,
  photos: readonly { readonly uuid: string }[] = [],
): readonly string[] => {
  if (kind === 'PHOTO') return photos.map(({ uuid }) => uuid)
  return values ?? (value === null ? [] : [value])
}

/** Whether a question is shown, after what was given for the earlier questions that are shown. */
export function isShown(showIf: ShowIf | null, given: Given): boolean {
  if (!showIf) return true
  const holds = (condition: AnswerCondition) =>
    isMet(condition, given.get(condition.questionId) ?? [])
  return showIf.allOf ? showIf.allOf.every(holds) : showIf.anyOf.some(holds)
}

function isMet(
  { isOneOf, isNotOneOf, between, isAnswered }: AnswerCondition,
  given: readonly string[],
): boolean {
  if (isAnswered !== null) return given.length > 0 === isAnswered
  if (isOneOf) return given.some((each) => isOneOf.includes(each))
  if (isNotOneOf) return given.length > 0 && !given.some((each) => isNotOneOf.includes(each))
  const [value] = given
  return value !== undefined && between !== null && isBetween(value, between)
}

/** Dates in ISO 8601 have the order of their texts. */
function isBetween(value: string, { from, to }: NonNullable<AnswerCondition['between']>): boolean {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(value)
  const compare = (one: string, other: string) =>
    isDate ? one.localeCompare(other, 'en') : Number(one) - Number(other)
  return (from === null || compare(value, from) >= 0) && (to === null || compare(value, to) <= 0)
}

/** What an answer earns, and whether it fails. `given`: the value or values; empty if there is none. */
export function judge(
  { kind, choices, minimum, maximum }: Question,
  given: readonly string[],
): Pick<Answer, 'fails' | 'points' | 'maximumPoints'> {
  if (kind === 'NUMBER') {
    if (minimum === null && maximum === null) return { fails: false, points: 0, maximumPoints: 0 }
    const [value] = given.map(Number)
    const isWithin =
      value !== undefined && value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity)
    // A text that is not a number is rejected elsewhere.
    const fails = value !== undefined && !Number.isNaN(value) && !isWithin
    return { fails, points: isWithin ? 1 : 0, maximumPoints: 1 }
  }
  const chosen = choices.filter(({ value }) => given.includes(value))
  const sum = (each: typeof choices) => each.reduce((total, { points }) => total + points, 0)
  return {
    fails: chosen.some(({ fails }) => fails),
    points: sum(chosen),
    maximumPoints:
      kind === 'MULTI_CHOICE' ? sum(choices) : Math.max(0, ...choices.map(({ points }) => points)),
  }
}

/**
 * The score from 0 to 100, rounded half up: the weighted points of the questions divided by the most that they could earn.
 * Null if no question is scored. Questions that are hidden or not applicable are left out by the caller.
 */
export function scoreOf(
  judged: readonly (Pick<Answer, 'points' | 'maximumPoints'> & Pick<Question, 'weight'>)[],
): number | null {
  let earned = 0
  let most = 0
  for (const { points, maximumPoints, weight } of judged) {
    earned += points * weight
    most += maximumPoints * weight
  }
  return most === 0 ? null : Math.floor((200 * earned + most) / (2 * most))
}
