import './style.css'
import { App } from './app.js'
import { h } from './dom.js'
import { inspectPage } from './pages/inspect.js'
import { jobPage } from './pages/job.js'
import { jobsPage } from './pages/jobs.js'
import { queuePage } from './pages/queue.js'
import { signInPage } from './pages/sign-in.js'
import { session } from './session.js'

const main = requireElement('main')
const state = requireElement('state')
const link = requireElement('queue-link')

const app = new App(show)
let shown = ''

/** Shows the page of the address. A form stays until it is sent, whatever the synchronisation does. */
function show(): void {
  const { copy, queue, problem } = app.state
  const refused = app.entries.filter(({ refusal }) => refusal).length
  link.textContent = `Queue (${app.entries.length})`
  link.className = refused > 0 ? 'refused' : ''
  state.textContent = problem ?? (copy ? `Up to date, ${timeOf(copy.syncedAt)}` : '')
  const isSignedIn = session.isOpen
  const address = isSignedIn ? location.hash : 'sign in'
  if (address === shown && isInUse()) return
  shown = address
  if (!isSignedIn) main.replaceChildren(signInPage(app, queue.length))
  else if (!copy) main.replaceChildren(h('p', {}, problem ?? 'Reading your jobs…'))
  else main.replaceChildren(pageOf(location.hash))
}

/** Whether the user is filling in a form, or typing. */
const isInUse = () =>
  main.querySelector('form.keep') !== null ||
  (document.activeElement instanceof HTMLInputElement && document.activeElement.value !== '')

function pageOf(hash: string): HTMLElement {
  const [page, jobId = '', assetId = ''] = hash.replace(/^#\/?/, '').split('/')
  const job = app.state.copy?.jobs.find(({ id }) => id === jobId)
  const asset = job?.assets.find(({ id }) => id === assetId)
  if (page === 'queue') return queuePage(app)
  if (page === 'jobs' && job && asset) return inspectPage(app, job, asset)
  if (page === 'jobs' && job) return jobPage(app, job)
  return jobsPage(app, () => {
    session.signOut()
  })
}

function requireElement(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no element ${id}.`)
  return element
}

const timeOf = (at: number) =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

addEventListener('hashchange', show)
show()
void app.open()
if ('serviceWorker' in navigator) {
  void navigator.serviceWorker.register(`${import.meta.env.BASE_URL}service-worker.js`, {
    scope: import.meta.env.BASE_URL.replace(/\/$/, ''),
  })
}
