import { countOf } from '../../../format.js'
import { type Merge, mergeTexts, type Texts } from '../../../parts/merge.js'
import { type Draft, inputOf, questionsIn, type SectionDraft } from './draft.js'

/** Compares a draft with the checklist: when it was read, and as another user has saved it. Their questions are one value. */
export const mergeDrafts = (before: Draft, mine: Draft, theirs: Draft): Merge =>
  mergeTexts(textsOf(before), textsOf(mine), textsOf(theirs))

/** The draft with the values that another user has saved for these fields. */
export function take(mine: Draft, theirs: Draft, fields: readonly string[]): Draft {
  const taken = Object.entries(theirs).filter(([name]) => fields.includes(name))
  return { ...mine, ...(Object.fromEntries(taken) as Partial<Draft>) }
}

function textsOf(draft: Draft): Texts {
  const { name, passPercentage, sections } = inputOf(draft)
  return { name, passPercentage: String(passPercentage), sections: JSON.stringify(sections) }
}

/** How the questions differ: `2 questions changed, 1 question added`. */
export function describeChange(
  before: readonly SectionDraft[],
  after: readonly SectionDraft[],
): string {
  const [old, now] = [before, after].map(
    (sections) =>
      new Map(questionsIn(sections).map((each) => [each.questionId, JSON.stringify(each)])),
  )
  if (!old || !now) return ''
  const count = { changed: 0, added: 0, removed: 0 }
  for (const [id, text] of now) {
    if (!old.has(id)) count.added++
    else if (old.get(id) !== text) count.changed++
  }
  for (const id of old.keys()) if (!now.has(id)) count.removed++
  const parts = Object.entries(count).filter(([, number]) => number > 0)
  if (parts.length === 0) return 'the sections or the order'
  return parts.map(([what, number]) => `${countOf(number, 'question')} ${what}`).join(', ')
}
