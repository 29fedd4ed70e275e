import type { App } from '../app.js'
import { button, h } from '../dom.js'
import type { Entry } from '../queue.js'

/** What waits, and what the user has to decide. */
export function queuePage(app: App): HTMLElement {
  const { entries } = app
  return h(
    'section',
    {},
    h('h1', {}, 'Queue'),
    entries.length === 0 && h('p', {}, 'Everything is sent.'),
    h('ul', {}, ...entries.map((entry) => h('li', {}, ...itemOf(app, entry)))),
    button('Send now', () => void app.sync()),
  )
}

function itemOf(app: App, entry: Entry) {
  const { title, photoIds, refusal } = entry
  const photos = photoIds.length > 0 ? `, photographs: ${photoIds.length}` : ''
  if (!refusal) return [h('strong', {}, title), h('span', {}, `Waits for the service${photos}`)]
  const { theirs, message } = refusal
  return [
    h('strong', {}, title),
    h(
      'p',
      { role: 'alert' },
      theirs ? `Another user has changed it: it is ${theirs.code} now.` : message,
    ),
    h('div', { className: 'row' }, ...choicesOf(app, entry)),
  ]
}

/** The ways out of a refusal: nothing is lost unless the user discards it. */
function choicesOf(app: App, entry: Entry) {
  const { refusal } = entry
  const choices = [
    button('Discard', () => void app.discard(entry), 'plain'),
    button('Try again', () => void app.sendAgain(entry, entry)),
  ]
  if (entry.kind === 'correct' && refusal?.theirs) {
    const input = { ...entry.input, onConflict: 'APPLY_AND_MARK' as const }
    choices[1] = button('Apply mine', () => void app.sendAgain(entry, { kind: 'correct', input }))
  }
  if (entry.kind === 'record' && refusal?.fields.includes('jobId')) {
    const input = { ...entry.input, jobId: null }
    choices.push(
      button('Record without the job', () => void app.sendAgain(entry, { kind: 'record', input })),
    )
  }
  return choices
}
