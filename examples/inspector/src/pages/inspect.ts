import { v7 as newId } from 'uuid'
import type { Answer } from '../../../dashboard/src/pages/checklists/answers.js'
import type { RecordInspectionInput } from '../../generated/graphql.js'
import type { App } from '../app.js'
import { answerInputs } from '../../../dashboard/src/pages/checklists/answers.js'
import { checklistForm, questionsOf } from '../checklist.js'
import type { Asset, Job } from '../copy.js'
import { button, h, labelled } from '../dom.js'
import { photoField } from '../photo-field.js'

/** The form of an inspection: the checklist of the asset's type, or an outcome; a note and photographs. */
export function inspectPage(app: App, job: Job, asset: Asset): HTMLElement {
  const { copy } = app.state
  const checklist = copy?.checklists[asset.type.id]
  const photos = new Map<string, Blob>()
  const answers = new Map<string, Answer>()
  const general: string[] = []
  const note = h('textarea', { rows: 3 })
  const outcome = h('select', { required: true }, h('option', { value: '' }, 'Choose…'))
  outcome.append(
    h('option', { value: 'PASSED' }, 'Passed'),
    h('option', { value: 'FAILED' }, 'Failed'),
  )
  const keep = (file: Blob): string => {
    const id = newId()
    photos.set(id, file)
    return id
  }
  const form = h(
    'form',
    { className: 'keep' },
    h('h1', {}, asset.code),
    h('p', {}, `${asset.type.name}, ${asset.zone.name}`),
    checklist ? checklistForm(checklist, answers, keep) : labelled('Outcome', outcome),
    labelled('Note', note),
    photoField('Photograph', (file) => general.push(keep(file))),
    h('button', {}, 'Record the inspection'),
  )
  const leave = () => {
    form.classList.remove('keep')
    location.hash = `#/jobs/${job.id}`
  }
  form.onsubmit = (event) => {
    event.preventDefault()
    if (!copy) return
    const input: RecordInspectionInput = {
      ...{ id: newId(), assetId: asset.id, jobId: job.id, documentIds: general },
      inspectedAt: new Date().toISOString(),
      note: note.value.trim() || null,
      ...(checklist
        ? {
            checklistVersionId: checklist.versionId,
            answers: answerInputs(questionsOf(checklist), answers),
          }
        : { outcome: outcome.value as 'PASSED' | 'FAILED' }),
    }
    const title = `Inspection of ${asset.code}`
    void app.add({ kind: 'record', input, title, userId: copy.user.id }, photos).then(leave)
  }
  return h('section', {}, form, correction(app, asset))
}

/** Corrects the code of the asset. */
function correction(app: App, asset: Asset): HTMLElement {
  const code = h('input', { value: asset.code, required: true, maxLength: 64 })
  const done = h('p', { role: 'status' })
  const save = () => {
    const { user } = app.state.copy ?? {}
    if (!user || code.value.trim() === '') return
    const input = { id: asset.id, code: code.value.trim(), expectedUpdatedAt: asset.updatedAt }
    const title = `Code of ${asset.code}: ${input.code}`
    void app.add({ kind: 'correct', input, title, userId: user.id }, new Map()).then(() => {
      done.textContent = 'The code is in the queue.'
    })
  }
  return h(
    'details',
    {},
    h('summary', {}, 'The code on the asset is another one'),
    labelled('Code', code),
    button('Correct the code', save),
    done,
  )
}
