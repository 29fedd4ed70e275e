import type { App } from '../app.js'
import { h, labelled } from '../dom.js'
import { session } from '../session.js'

export function signInPage(app: App, queued: number): HTMLElement {
  const email = h('input', { type: 'email', autocomplete: 'username', required: true })
  const password = h('input', {
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  })
  const problem = h('p', { role: 'alert' })
  const form = h(
    'form',
    { className: 'keep' },
    h('h1', {}, 'Sign in'),
    queued > 0 && h('p', {}, `Entries that wait on this device: ${queued}`),
    labelled('Email address', email),
    labelled('Password', password),
    h('button', {}, 'Sign in'),
    problem,
  )
  form.onsubmit = (event) => {
    event.preventDefault()
    session
      .signIn(email.value, password.value)
      .then(() => {
        form.classList.remove('keep')
        return app.sync()
      })
      .catch((error: unknown) => {
        problem.textContent =
          error instanceof TypeError ? 'The service cannot be reached.' : (error as Error).message
      })
  }
  return form
}
