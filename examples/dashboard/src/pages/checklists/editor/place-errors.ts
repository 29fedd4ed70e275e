import { type FormErrors, type FieldError, WHOLE_FORM } from '../../../parts/form-errors.js'
import type { Draft } from './draft.js'

/**
 * The errors of a mutation by their place in the draft. A path such as `sections.0.questions.2.text` becomes the id of the question
 * and `text`, so that the message stays with its question when the question is moved.
 */
export function placeErrors(errors: readonly FieldError[], { sections }: Draft): FormErrors {
  const messages = new Map<string, string>()
  for (const { field, message } of errors) {
    const place = placeOf(field ?? [], sections)
    messages.set(place, [messages.get(place), message].filter(Boolean).join(' '))
  }
  return messages
}

function placeOf(field: readonly string[], sections: Draft['sections']): string {
  const [root, at, list, index, ...rest] = field
  const section = root === 'sections' ? sections[Number(at)] : undefined
  if (!section) return root === 'name' || root === 'passPercentage' ? root : WHOLE_FORM
  const question = list === 'questions' ? section.questions[Number(index)] : undefined
  return question ? [question.questionId, ...rest].join('.') : [section.key, list].join('.')
}

/** The errors of one question or section, by the path inside of it. */
export function errorsOf(errors: FormErrors, key: string): FormErrors {
  const own = [...errors].filter(([place]) => place.startsWith(`${key}.`))
  return new Map(own.map(([place, message]) => [place.slice(key.length + 1), message]))
}

/** The messages at this path and below it. */
export const messagesAt = (errors: FormErrors, path: string): string =>
  [...errors]
    .filter(([place]) => place === path || place.startsWith(`${path}.`))
    .map(([, message]) => message)
    .join(' ')
