import { useMutation } from '@apollo/client/react'
import { type SyntheticEvent, useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { OpenFindingMutation, RiskLevel } from '../../../generated/graphql.js'
import { ChosenFiles } from '../../documents/chosen-files.js'
import { labelOf } from '../../format.js'
import { useAction } from '../../parts/use-action.js'
import { useSend } from '../../queue/use-send.js'
import { RISKS } from '../../risks.js'

const REMOVE = graphql(`
  mutation RemoveFinding($id: ID!) {
    removeFinding(input: { id: $id }) {
      finding {
        id
      }
      userErrors {
        message
      }
    }
  }
`)

interface Props {
  readonly assetId: string
  /** Admins can undo it: only they may remove a finding. */
  readonly isAdmin: boolean
}

/** Opens a finding about an asset, through the queue. */
export function NewFinding({ assetId, isAdmin }: Props) {
  const { send, isBusy } = useSend()
  const { run } = useAction()
  const [remove] = useMutation(REMOVE)
  const [files, setFiles] = useState<readonly File[]>([])
  const removeCreated = (data: object) => () => {
    const id = (data as Partial<OpenFindingMutation>).createFinding?.finding?.id ?? ''
    return run({ send: () => remove({ variables: { id } }), done: 'The finding is removed.' })
  }
  const submit = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const title = data.get('title') as string
    const input = { assetId, title, severity: data.get('severity') as RiskLevel }
    const place = `assets/${assetId}`
    const isDone = await send(
      { action: 'openFinding', place, title: `Finding “${title}”` },
      files,
      (documentIds) => ({ ...input, documentIds }),
      { done: `“${title}” is open.`, ...(isAdmin && { undo: removeCreated }) },
    )
    if (!isDone) return
    form.reset()
    setFiles([])
  }
  return (
    <form
      className="form"
      onSubmit={(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <div className="row">
        <label>
          What is wrong
          <input name="title" required />
        </label>
        <label>
          Severity
          <select name="severity" defaultValue="MEDIUM">
            {RISKS.map((level) => (
              <option key={level} value={level}>
                {labelOf(level)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ChosenFiles files={files} onChange={setFiles} />
      <div className="actions">
        <button disabled={isBusy}>Open a finding</button>
      </div>
    </form>
  )
}
