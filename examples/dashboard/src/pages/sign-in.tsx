import { type SyntheticEvent, useState } from 'react'
import { describeError } from '../parts/problem.js'

interface Props {
  /** Why the user is not signed in; empty at first. */
  readonly notice: string
  /** Rejects if the user cannot be signed in. */
  readonly onSubmit: (username: string, password: string) => Promise<void>
}

export function SignIn({ notice, onSubmit }: Props) {
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)

  const submit = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    setBusy(true)
    setError('')
    try {
      await onSubmit(data.get('username') as string, data.get('password') as string)
    } catch (reason) {
      setError(describeError(reason))
      setBusy(false)
    }
  }
  return (
    <main className="sign-in">
      <title>Sign in · Field inspections</title>
      <form
        className="panel"
        onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        <h1>Field inspections</h1>
        {notice && !error && <p role="status">{notice}</p>}
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        <label>
          Email address
          <input name="username" type="email" autoComplete="username" required autoFocus />
        </label>
        <label>
          Password
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button className="primary" disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
      </form>
    </main>
  )
}
