import { useGraphiQL } from '@graphiql/react'
import { type SubmitEvent, useRef, useState } from 'react'
import { useOpenTab } from './open-tab.js'
import { exportAll, importFrom, remove, save, saved } from './saved.js'

/** Saves the operation of the current tab with a name; a click opens a saved one in a tab. */
export function SavedOperations() {
  const operations = saved.use()
  const file = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const openTab = useOpenTab()
  const { queryEditor, variableEditor } = useGraphiQL((state) => ({
    queryEditor: state.queryEditor,
    variableEditor: state.variableEditor,
  }))
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const name = (new FormData(form).get('name') as string).trim()
    const query = queryEditor?.getValue() ?? ''
    if (!name) return
    save([{ name, query, variables: (variableEditor?.getValue() ?? '').trim() }])
    form.reset()
  }
  const read = async (input: HTMLInputElement) => {
    const [chosen] = input.files ?? []
    setProblem('')
    try {
      if (chosen) await importFrom(chosen)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    input.value = ''
  }
  return (
    <section className="examples saved" aria-label="Saved operations">
      <div className="graphiql-history-header">Saved</div>
      <form onSubmit={submit}>
        <input
          name="name"
          required
          autoComplete="off"
          aria-label="Name for this operation"
          placeholder="Name for this operation"
        />
        <button type="submit">Save</button>
      </form>
      {problem && <p role="alert">{problem}</p>}
      <ul>
        {operations.map(({ name, query, variables }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                openTab(query, variables)
              }}
            >
              {name}
            </button>
            <button
              type="button"
              aria-label={`Delete ${name}`}
              onClick={() => {
                remove(name)
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <div className="files">
        {operations.length > 0 && (
          <button type="button" onClick={exportAll}>
            Export
          </button>
        )}
        <button type="button" onClick={() => file.current?.click()}>
          Import
        </button>
        <input
          ref={file}
          hidden
          type="file"
          accept="application/json"
          aria-label="A file of saved operations"
          onChange={({ target }) => void read(target)}
        />
      </div>
    </section>
  )
}
