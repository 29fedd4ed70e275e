import { checkAnswers } from '../../domain/checklist/check-answers.js'
import { checkSections } from '../../domain/checklist/check-sections.js'
import { givenBy, isShown, type NewAnswer } from '../../domain/checklist/checklist-answers.js'
import { checksIn, type Question, type Section } from '../../domain/checklist/checklist-content.js'
import type { NewQuestion } from '../../domain/checklist/new-checklist.js'
import type { RiskLevel } from '../../domain/risk/risk.js'
import { ValidationErrors } from '../../domain/validation-errors.js'
import type { DemoQuestion } from '../catalogue/questions.js'
import type { Random } from '../random.js'

/** The content of a version with these questions. `severity` is that of a finding of a question with a text alone. */
export function contentOf(random: Random, questions: readonly DemoQuestion[], severity: RiskLevel) {
  const errors = new ValidationErrors()
  const ids = new Map<string, string>()
  const inputs = questions.map((each) => questionOf(random, ids, each, severity))
  const sections = checkSections(errors, [{ name: 'Inspection', questions: inputs }])
  errors.throwIfAny()
  return { sections, checksCount: checksIn(sections), passPercentage: 80 }
}

function questionOf(
  random: Random,
  ids: Map<string, string>,
  given: DemoQuestion,
  severity: RiskLevel,
): NewQuestion {
  if (typeof given === 'string')
    return { questionId: random.uuid(), kind: 'YES_NO', text: given, opensFinding: severity }
  const { key, showIf, ...question } = given
  const questionId = random.uuid()
  if (key) ids.set(key, questionId)
  const [shownBy = '', ...isOneOf] = showIf ?? []
  const condition = { questionId: ids.get(shownBy) ?? '', isOneOf }
  return { ...question, questionId, showIf: showIf ? { allOf: [condition] } : null }
}

interface Visit {
  readonly fails: boolean
  readonly note: string
  readonly answeredAt: Date
  /** What is known of the asset: the answer to a `CHOICE` that has one of these choices. */
  readonly known?: readonly string[]
}

/** Answers to all questions that are shown. If `fails`, one of them fails, with a note. */
function answersOf(
  random: Random,
  sections: readonly Section[],
  { fails, note, answeredAt, known = [] }: Visit,
): NewAnswer[] {
  const questions = sections.flatMap((section) => section.questions)
  const givenFor = new Map(
    questions.flatMap(({ questionId, kind, choices }) => {
      const chosen = choices.find(({ value }) => kind === 'CHOICE' && known.includes(value))
      return chosen ? [[questionId, [chosen.value] as readonly string[]]] : []
    }),
  )
  const given: NewAnswer[] = []
  const canFail = (question: Question) =>
    question.minimum !== null || question.choices.some((each) => each.fails)
  const shown = () => questions.filter(({ showIf }) => isShown(showIf, givenFor))
  const failing = fails ? random.pick(shown().filter(canFail)).questionId : null
  for (const question of questions) {
    const { questionId, kind, showIf } = question
    if (kind === 'INSTRUCTION' || kind === 'PHOTO' || !isShown(showIf, givenFor)) continue
    const isFailing = questionId === failing
    const values = givenFor.get(questionId) ?? valuesOf(random, question, isFailing, answeredAt)
    const isMultiple = kind === 'MULTI_CHOICE'
    const answer = {
      value: isMultiple ? null : (values[0] ?? null),
      values: isMultiple ? values : null,
    }
    givenFor.set(questionId, givenBy(question, answer))
    given.push({ questionId, ...answer, note: isFailing ? note : null, answeredAt })
  }
  return given
}

function valuesOf(
  random: Random,
  { kind, choices, minimum, maximum }: Question,
  fails: boolean,
  at: Date,
): string[] {
  if (kind === 'NUMBER') {
    const from = minimum ?? 0
    const to = maximum ?? from * 1.2
    const value = fails ? from * 0.7 : from + (to - from) * random.fraction()
    return [String(Math.round(value * 10) / 10)]
  }
  if (kind === 'DATE') {
    const days = random.integer(20, 340)
    return [new Date(at.getTime() - days * 86_400_000).toISOString().slice(0, 10)]
  }
  const possible = choices.filter((each) => each.fails === fails)
  return possible.length === 0 ? [] : [random.pick(possible).value]
}

/** The columns of an inspection with answers; undefined for the inspections without, by default one in ten. */
export function answerChecklist(
  random: Random,
  version: { readonly id: number; readonly sections?: unknown; readonly passPercentage?: number },
  visit: Visit,
  jobPercentage: number | null,
  unanswered = 0.1,
) {
  if (unanswered > 0 && random.chance(unanswered)) return undefined
  const sections = version.sections as readonly Section[]
  const inputs = answersOf(random, sections, visit)
  const options = { inOrder: false, now: visit.answeredAt, photosOf: () => [] }
  const { answers, score, criticalFails } = checkAnswers(
    new ValidationErrors(),
    sections,
    inputs,
    options,
  )
  const passes =
    !criticalFails && (score ?? 100) >= (jobPercentage ?? version.passPercentage ?? 100)
  return {
    outcome: passes ? ('passed' as const) : ('failed' as const),
    score,
    checklistVersionId: version.id,
    answerData: Object.fromEntries(answers),
  }
}
