import { expect, it } from 'vitest'
import { shownQuestions } from '../../../examples/dashboard/src/pages/checklists/answers.js'
import type { Question as DeviceQuestion } from '../../../examples/dashboard/src/pages/checklists/questions.js'
import { Random } from '../../../src/demo/random.js'
import type { PhotosOf } from '../../../src/domain/checklist/answer-photos.js'
import { checkAnswers } from '../../../src/domain/checklist/check-answers.js'
import { checkSections } from '../../../src/domain/checklist/check-sections.js'
import { questionsOf, type Section } from '../../../src/domain/checklist/checklist-content.js'
import type { LockedUpload } from '../../../src/domain/document/uploads.js'
import type { NewAnswer } from '../../../src/domain/checklist/checklist-answers.js'
import type { NewQuestion } from '../../../src/domain/checklist/new-checklist.js'
import { ValidationErrors } from '../../../src/domain/validation-errors.js'

/*
 * Random checklists and answers, scored a second time by code that has only the rules of docs/inspection.md. The form of the
 * dashboard, which the app for phones uses too, must show the same questions as the service.
 */

const NOW = new Date('2027-01-01T00:00:00Z')

const KINDS = ['YES_NO', 'CHOICE', 'MULTI_CHOICE', 'NUMBER', 'TEXT', 'DATE', 'PHOTO'] as const

function randomQuestions(random: Random): NewQuestion[] {
  const questions: NewQuestion[] = []
  for (let at = 0; at < random.integer(1, 12); at += 1) {
    const kind = random.pick(KINDS)
    const hasChoices = kind === 'CHOICE' || kind === 'MULTI_CHOICE'
    const choices = ['A', 'B', 'C'].map((label) => ({
      ...{ label, fails: random.chance(0.3), points: random.integer(0, 4) },
    }))
    const earlier = random.sample(questions, random.integer(0, 2))
    questions.push({
      questionId: random.uuid(),
      ...{ kind, text: `Question ${at}`, weight: random.integer(0, 5) },
      critical: random.chance(0.2),
      allowNotApplicable: true,
      ...(hasChoices && { choices }),
      ...(kind === 'NUMBER' &&
        random.chance(0.8) && { minimum: 2, maximum: random.pick([null, 6]) }),
      ...(earlier.length > 0 && {
        showIf: {
          [random.pick(['allOf', 'anyOf'])]: earlier.map((each) => conditionOn(random, each)),
        },
      }),
    })
  }
  return questions
}

function conditionOn(random: Random, { questionId, kind, choices }: NewQuestion) {
  const answered = { questionId: questionId as string, isAnswered: random.chance(0.5) }
  if (kind === 'NUMBER' && random.chance(0.7))
    return {
      questionId: questionId as string,
      between: { from: '3', to: random.pick([null, '7']) },
    }
  if (kind === 'DATE' && random.chance(0.7))
    return {
      questionId: questionId as string,
      between: { from: random.pick([null, '2026-03-01']), to: '2026-06-30' },
    }
  if (['NUMBER', 'DATE', 'TEXT', 'PHOTO'].includes(kind)) return answered
  const values = choices?.map(({ label }) => label) ?? ['YES', 'NO']
  const name = random.pick(['isOneOf', 'isNotOneOf'])
  return random.chance(0.8)
    ? { questionId: questionId as string, [name]: random.sample(values, random.integer(1, 2)) }
    : answered
}

function randomAnswers(random: Random, questions: readonly NewQuestion[]): NewAnswer[] {
  return questions.flatMap(({ questionId, kind, choices }): NewAnswer[] => {
    const id = questionId as string
    if (random.chance(0.15)) return []
    if (random.chance(0.1)) return [{ questionId: id, notApplicable: true }]
    if (kind === 'MULTI_CHOICE')
      return [{ questionId: id, values: random.sample(['A', 'B', 'C'], random.integer(0, 3)) }]
    if (kind === 'TEXT') return [{ questionId: id, value: 'Fine.' }]
    if (kind === 'DATE') return [{ questionId: id, value: `2026-0${random.integer(1, 9)}-15` }]
    if (kind === 'PHOTO') return [{ questionId: id, photoIds: [random.uuid()] }]
    if (kind === 'NUMBER') return [{ questionId: id, value: String(random.integer(0, 8)) }]
    return [
      { questionId: id, value: random.pick(choices?.map(({ label }) => label) ?? ['YES', 'NO']) },
    ]
  })
}

/** The score by the rules, written again. */
function expected(questions: readonly NewQuestion[], answers: readonly NewAnswer[]) {
  const texts = new Map<string, readonly string[]>()
  const ignored: string[] = []
  const parts: { earned: number; most: number }[] = []
  let critical = false
  for (const { questionId, kind, choices, showIf, weight = 1, ...question } of questions) {
    const id = questionId as string
    const answer = answers.find((each) => each.questionId === id)
    const conditions = (showIf?.allOf ?? showIf?.anyOf ?? []).map((each) => {
      const given = texts.get(each.questionId) ?? []
      if (typeof each.isAnswered === 'boolean') return given.length > 0 === each.isAnswered
      if (each.isOneOf) return given.some((value) => each.isOneOf?.includes(value))
      if (each.isNotOneOf)
        return given.length > 0 && given.every((value) => !each.isNotOneOf?.includes(value))
      const { from, to } = each.between ?? {}
      if (given[0]?.startsWith('2026-')) return given[0] >= (from ?? '') && given[0] <= (to ?? '9')
      const [number] = given.map(Number)
      return number !== undefined && number >= Number(from ?? -1) && number <= Number(to ?? 99)
    })
    const shown = showIf?.anyOf ? conditions.some(Boolean) : conditions.every(Boolean)
    if (!shown) {
      if (answer) ignored.push(id)
      continue
    }
    if (answer?.notApplicable) continue
    const given = answer?.values ?? (typeof answer?.value === 'string' ? [answer.value] : [])
    texts.set(id, kind === 'PHOTO' ? (answer?.photoIds ?? []).map(String) : given)
    if (kind === 'NUMBER') {
      if (question.minimum == null && question.maximum == null) continue
      const inside = given
        .map(Number)
        .map((n) => n >= (question.minimum ?? n) && n <= (question.maximum ?? n))
      parts.push({ earned: inside[0] ? (weight ?? 1) : 0, most: weight ?? 1 })
      critical ||= Boolean(question.critical) && inside[0] === false
    } else if (choices || kind === 'YES_NO') {
      const all = choices ?? [
        { label: 'YES', points: 1, fails: false },
        { label: 'NO', points: 0, fails: true },
      ]
      const points = all.map((choice) => choice.points as number)
      const chosen = all.filter(({ label }) => given.includes(label))
      const most = kind === 'MULTI_CHOICE' ? points.reduce((a, b) => a + b, 0) : Math.max(...points)
      const earned = chosen.reduce((sum, choice) => sum + (choice.points as number), 0)
      parts.push({ earned: earned * (weight ?? 1), most: most * (weight ?? 1) })
      critical ||= Boolean(question.critical) && chosen.some(({ fails }) => fails)
    }
  }
  const most = parts.reduce((sum, part) => sum + part.most, 0)
  const earned = parts.reduce((sum, part) => sum + part.earned, 0)
  return { score: most === 0 ? null : Math.round((earned * 100) / most), critical, ignored }
}

/** The photographs that a test gives are all there. */
const photosOf: PhotosOf = (_errors, _path, { photoIds }) =>
  (photoIds ?? []).map((uuid) => ({ uuid, contentType: 'image/png' }) as LockedUpload)

/** The ids of the questions that the form of the dashboard shows. */
function shownOnDevice(sections: readonly Section[], answers: readonly NewAnswer[]): string[] {
  const given = answers.map(({ questionId, value, values, photoIds, notApplicable }) => {
    const answer = {
      ...{ values: values ?? (value ? [value] : []), photoIds: (photoIds ?? []).map(String) },
      ...{ note: '', notApplicable: notApplicable ?? false, answeredAt: NOW },
    }
    return [questionId, answer] as const
  })
  const questions = questionsOf(sections) as unknown as readonly DeviceQuestion[]
  return shownQuestions(questions, new Map(given)).map(({ questionId }) => questionId)
}

it('scores 10,000 random answers as an independent function does', () => {
  const random = new Random('answers')
  const seen = { ignored: 0, critical: 0, unscored: 0 }
  for (let round = 0; round < 10_000; round += 1) {
    const questions = randomQuestions(random)
    const errors = new ValidationErrors()
    const sections = checkSections(errors, [{ name: 'All', questions }])
    const answers = randomAnswers(random, questions)
    const options = { inOrder: false, now: NOW, photosOf }
    const found = checkAnswers(errors, sections, answers, options)
    expect(errors.all).toEqual([])
    const { score, critical, ignored } = expected(questions, answers)
    const context = JSON.stringify({ questions, answers })
    expect(found.score, context).toBe(score)
    expect(found.criticalFails, context).toBe(critical)
    expect(found.ignored, context).toEqual(ignored)
    const shown = new Set(shownOnDevice(sections, answers))
    const hidden = answers.filter(({ questionId }) => !shown.has(questionId))
    expect(
      hidden.map(({ questionId }) => questionId),
      context,
    ).toEqual(ignored)
    if (ignored.length > 0) seen.ignored += 1
    if (critical) seen.critical += 1
    if (score === null) seen.unscored += 1
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100)
})
