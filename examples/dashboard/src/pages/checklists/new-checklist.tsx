import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import { RecordPicker } from '../../lists/record-picker.js'
import { Field } from '../../parts/field.js'
import { EditForm } from '../../parts/edit-form.js'
import { errorsOfRequest } from '../../parts/form-errors.js'
import { NO_MERGE } from '../../parts/merge.js'
import { NewPage } from '../../parts/new-page.js'
import { useAction } from '../../parts/use-action.js'
import { navigate, type Route } from '../../route.js'
import { ChecklistEditor } from './editor/checklist-editor.js'
import { inputOf, newDraft } from './editor/draft.js'
import { useRemoveChecklist } from './remove-checklist.js'
import { useDraft } from './use-draft.js'

const CREATE_CHECKLIST = graphql(`
  mutation CreateChecklist($input: CreateChecklistInput!) {
    createChecklist(input: $input) {
      checklist {
        ...ChecklistContent
      }
      userErrors {
        field
        message
      }
    }
  }
`)

/** Creates a checklist: with its questions, or as a copy of another one, which is changed then. The address may name that one. */
export function NewChecklist({ route }: { route: Route }) {
  const inAddress = route.query.get('copyOf')
  const [copied, setCopied] = useState(inAddress ? [inAddress] : [])
  const { draft, setDraft, errors, reject } = useDraft(newDraft)
  const [create, { loading }] = useMutation(CREATE_CHECKLIST)
  const { removeChecklist } = useRemoveChecklist()
  const { write } = useAction()
  const [copyOf] = copied

  const submit = async () => {
    const input = copyOf ? { name: draft.name, copyOf } : inputOf(draft)
    const created = write({
      send: () => create({ variables: { input } }),
      done: `“${draft.name}” is created.`,
      undo: ({ createChecklist }) =>
        createChecklist?.checklist && removeChecklist(createChecklist.checklist),
      next: ({ createChecklist }) => {
        const id = createChecklist?.checklist?.id ?? ''
        navigate(`/checklists/${id}${copyOf ? '/edit' : ''}`)
      },
    })
    reject(await created.catch(errorsOfRequest))
  }
  const cancel = (
    <a className="button" href="#/checklists">
      Cancel
    </a>
  )
  return (
    <NewPage noun="checklist" list="Checklists">
      <div className="panel form">
        <RecordPicker
          isSingle
          label="Copy of (none: an empty checklist)"
          noun="checklists"
          ids={copied}
          onChange={setCopied}
        />
      </div>
      {copyOf ? (
        <EditForm errors={errors} onSubmit={submit}>
          <Field
            label="Name of the copy"
            name="name"
            value={draft.name}
            error={errors.get('name')}
            onChange={(name) => {
              setDraft((now) => ({ ...now, name }))
            }}
          />
          <div className="actions">
            <button className="primary" disabled={loading}>
              Copy
            </button>
            {cancel}
          </div>
        </EditForm>
      ) : (
        <ChecklistEditor
          {...{ draft, errors }}
          savedIds={NONE}
          label={loading ? 'Creating…' : 'Create'}
          isBusy={loading}
          merge={NO_MERGE}
          theirs={{}}
          onChange={setDraft}
          onChoose={() => undefined}
          onSubmit={submit}
        >
          {cancel}
        </ChecklistEditor>
      )}
    </NewPage>
  )
}

const NONE: ReadonlySet<string> = new Set()
