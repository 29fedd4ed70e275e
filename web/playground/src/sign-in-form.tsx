import { type SubmitEvent, useState } from 'react'
import { options } from './options.js'
import { signIn, signInWithKey } from './session.js'

/** A sign-in for all tabs: with an account, with a token or key, or with an account of the demo. */
export function SignInForm({ onDone }: { readonly onDone: () => void }) {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const attempt = async (signsIn: Promise<void>) => {
    setBusy(true)
    setProblem('')
    try {
      await signsIn
      onDone()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => (form.get(name) as string).trim()
    const key = text('key')
    void attempt(key ? signInWithKey(key) : signIn(text('username'), text('password')))
  }
  return (
    <form onSubmit={submit}>
      <h2 id="sign-in-title">Sign in for all tabs</h2>
      <label>
        Email address
        <input name="username" autoComplete="username" />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="current-password" />
      </label>
      <label>
        Or an access token or key
        <input name="key" type="password" autoComplete="off" />
      </label>
      <p role="alert">{problem}</p>
      <div className="buttons">
        <button type="submit" className="main" disabled={isBusy}>
          Sign in
        </button>
        <button type="button" onClick={onDone}>
          Close
        </button>
      </div>
      {options.accounts.length > 0 && <h3>Accounts of the demo</h3>}
      {options.accounts.map(({ username, password, role }) => (
        <button
          key={username}
          type="button"
          className="demo-account"
          disabled={isBusy}
          onClick={() => void attempt(signIn(username, password))}
        >
          {username} ({role})
        </button>
      ))}
      <p className="note">
        The browser keeps the session until you close this tab. An <code>Authorization</code> in
        Headers takes precedence.
      </p>
    </form>
  )
}
