import type { App } from '../app.js'
import { button, h } from '../dom.js'

export function jobsPage(app: App, signOut: () => void): HTMLElement {
  const { copy } = app.state
  const items = (copy?.jobs ?? []).map((job) => {
    const left = job.assets.filter(({ id }) => !app.isInspected(job.id, id)).length
    const start = new Date(job.scheduledStart).toLocaleDateString('en-GB')
    return h(
      'li',
      {},
      h(
        'a',
        { href: `#/jobs/${job.id}` },
        h('strong', {}, `${job.number} · ${job.site.name}`),
        h('span', {}, `${job.type.name}, ${start}, assets left: ${left}`),
      ),
    )
  })
  return h(
    'section',
    {},
    h('h1', {}, 'My jobs'),
    items.length === 0 ? h('p', {}, 'You have no open jobs.') : h('ul', {}, ...items),
    h('p', {}, copy?.user.fullName, ' ', button('Sign out', signOut, 'plain')),
  )
}
