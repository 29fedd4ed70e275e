import type { App } from '../app.js'
import type { Asset, Job } from '../copy.js'
import { button, h } from '../dom.js'
import { scanField } from '../scan.js'

export function jobPage(app: App, job: Job): HTMLElement {
  const problem = h('p', { role: 'alert' })
  const isStarted = app.isStarted(job)
  const left = job.assets.filter(({ id }) => !app.isInspected(job.id, id))
  const waiting = job.assets.length - left.length
  const find = (text: string) => {
    const asset = left.find(({ code, barcode }) => code === text || barcode?.data === text)
    if (asset) location.hash = addressOf(job, asset)
    else problem.textContent = `No asset that is left has the barcode or code ${text}.`
  }
  const isPaused = job.status === 'PAUSED'
  const start = () => {
    const { user } = app.state.copy ?? {}
    if (!user) return
    const kind = isPaused ? 'resume' : 'start'
    const title = `${isPaused ? 'Resumption' : 'Start'} of job ${job.number}`
    void app.add({ kind, input: { id: job.id }, title, userId: user.id }, new Map())
  }
  const items = left.map((asset) =>
    h(
      'li',
      {},
      h(
        'a',
        { href: isStarted ? addressOf(job, asset) : `#/jobs/${job.id}` },
        h('strong', {}, asset.code),
        h('span', {}, `${asset.type.name}, ${asset.zone.name}`),
      ),
    ),
  )
  return h(
    'section',
    {},
    h('h1', {}, `Job ${job.number}`),
    h('p', {}, `${job.site.name}: ${job.type.name}`),
    job.specialInstructions ? h('p', {}, job.specialInstructions) : null,
    isStarted ? scanField(find) : button(isPaused ? 'Resume the job' : 'Start the job', start),
    problem,
    h('h2', {}, `Assets left: ${left.length}`),
    waiting > 0 && h('p', {}, `Inspections in the queue: ${waiting}`),
    h('ul', {}, ...items),
  )
}

const addressOf = (job: Job, asset: Asset) => `#/jobs/${job.id}/${asset.id}`
