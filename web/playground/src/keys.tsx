import { type SubmitEvent, useRef, useState } from 'react'
import { type ApiKey, createKey, readKeys, revokeKey } from './api-keys.js'
import { signInWithKey, type User } from './session.js'

const SCOPES = { READ: 'Read', FIELD_WORK: 'Field work', ADMIN_WRITE: 'Admin write' }

/** A button and its dialog: the API keys of the company, which an admin creates, uses and revokes. */
export function Keys({ user }: { readonly user: User }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [keys, setKeys] = useState<readonly ApiKey[]>([])
  const [created, setCreated] = useState('')
  const [problem, setProblem] = useState('')
  const attempt = async (work: () => Promise<unknown>) => {
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  const read = async () => {
    setKeys(await readKeys())
  }
  const open = () => {
    setCreated('')
    dialog.current?.showModal()
    void attempt(read)
  }
  const create = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => form.get(name) as string
    const input = { name: text('name'), scopes: [text('scope')], actsAs: user.id }
    void attempt(async () => {
      setCreated(await createKey(input))
      await read()
    })
  }
  const revoke = ({ id, name }: ApiKey) => {
    if (!confirm(`Programs with the key “${name}” stop working immediately. Revoke it?`)) return
    void attempt(async () => {
      await revokeKey(id)
      await read()
    })
  }
  const use = () =>
    void attempt(async () => {
      await signInWithKey(created)
      dialog.current?.close()
    })
  return (
    <>
      <button type="button" onClick={open}>
        Keys
      </button>
      <dialog ref={dialog} aria-labelledby="keys-title">
        <h2 id="keys-title">API keys</h2>
        <p role="alert">{problem}</p>
        <ul className="keys">
          {keys.map((key) => (
            <li key={key.id}>
              <span>
                {key.name}, {key.prefix}…{key.scopes && ` (${key.scopes.join(', ')})`}
              </span>
              <button
                type="button"
                aria-label={`Revoke ${key.name}`}
                onClick={() => {
                  revoke(key)
                }}
              >
                Revoke
              </button>
            </li>
          ))}
        </ul>
        {created ? (
          <>
            <label>
              The new key: copy it now, it cannot be shown again
              <input
                readOnly
                value={created}
                onFocus={({ target }) => {
                  target.select()
                }}
              />
            </label>
            <div className="buttons">
              <button type="button" className="main" onClick={use}>
                Use it in all tabs
              </button>
              {isSecureContext && (
                <button type="button" onClick={() => void navigator.clipboard.writeText(created)}>
                  Copy
                </button>
              )}
            </div>
          </>
        ) : (
          <form onSubmit={create}>
            <label>
              A new key that acts as {user.name}, for
              <input name="name" required autoComplete="off" />
            </label>
            <label>
              Scope
              <select name="scope">
                {Object.entries(SCOPES).map(([scope, title]) => (
                  <option key={scope} value={scope}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
            <div className="buttons">
              <button type="submit" className="main">
                Create
              </button>
            </div>
          </form>
        )}
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  )
}
