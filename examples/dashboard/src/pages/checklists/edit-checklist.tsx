import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { ChecklistContentFragment } from '../../../generated/graphql.js'
import { Loading, Missing, Problem } from '../../parts/problem.js'
import { NO_MERGE } from '../../parts/merge.js'
import { useToast } from '../../parts/toasts.js'
import { evictLists } from '../../parts/use-action.js'
import { useRestore } from '../../parts/use-restore.js'
import { linkTo, navigate } from '../../route.js'
import { ChecklistEditor } from './editor/checklist-editor.js'
import { type Draft, draftOf, inputOf, questionsIn } from './editor/draft.js'
import { describeChange, mergeDrafts, take } from './editor/merge-drafts.js'
import { useDraft } from './use-draft.js'

const CHECKLIST = graphql(`
  query ChecklistToEdit($id: ID!) {
    checklist(id: $id) {
      ...ChecklistContent
    }
  }
`)
const UPDATE_CHECKLIST = graphql(`
  mutation UpdateChecklist($input: UpdateChecklistInput!) {
    updateChecklist(input: $input) {
      checklist {
        ...ChecklistContent
        checksCount
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`)

/** Changes a checklist. If its questions or the score that passes change, that is a new version; inspections keep the one that they have answered. */
export function EditChecklist({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(CHECKLIST, {
    variables: { id },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  })
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  return data.checklist ? <Editor checklist={data.checklist} /> : <Missing noun="checklist" />
}

function Editor({ checklist }: { checklist: ChecklistContentFragment }) {
  // The record as the form knows it. A change by another client after it was read is an error, and is not overwritten.
  const [read, setRead] = useState(checklist)
  const [before, setBefore] = useState(() => draftOf(checklist))
  const [merge, setMerge] = useState(NO_MERGE)
  const [theirs, setTheirs] = useState<Readonly<Record<string, string>>>({})
  const { draft, setDraft, errors, reject, fail } = useDraft(() => before)
  const [update, { loading, client }] = useMutation(UPDATE_CHECKLIST)
  const show = useToast()
  const { id, name, version } = read
  const { restore } = useRestore(id)

  const mergeWith = (saved: ChecklistContentFragment) => {
    const now = draftOf(saved)
    const merged = mergeDrafts(before, draft, now)
    setDraft((mine) => take(mine, now, Object.keys(merged.taken)))
    setTheirs(textsForPeople(before, now))
    setMerge(merged)
    setBefore(now)
    setRead(saved)
    reject([{ field: null, message: 'Another user has changed this checklist.' }])
  }
  const choose = (field: string, choice: 'mine' | 'theirs') => {
    if (choice === 'theirs') setDraft((mine) => take(mine, before, [field]))
    const left = Object.entries(merge.conflicts).filter(([name]) => name !== field)
    setMerge({ ...merge, conflicts: Object.fromEntries(left) })
  }
  const submit = async () => {
    // The message asks for a choice.
    if (Object.keys(merge.conflicts).length > 0) return
    const input = { id, expectedUpdatedAt: read.updatedAt, ...inputOf(draft) }
    try {
      const { data } = await update({ variables: { input } })
      const { userErrors = [], checklist: saved } = data?.updateChecklist ?? {}
      // With this error, the payload has the current record.
      if (saved && userErrors.some(({ code }) => code === 'STALE')) mergeWith(saved)
      else if (userErrors.length > 0) reject(userErrors)
      else if (saved) {
        const undone = { id, expectedUpdatedAt: saved.updatedAt, name }
        const undo = () => restore(() => update({ variables: { input: undone } }))
        // Inspectors may have answered a new version: it stays.
        show({ text: savedText(saved, version), ...(saved.version === version && { undo }) })
        evictLists(client)
        navigate(linkTo(`checklists/${id}`))
      }
    } catch (error) {
      fail(error)
    }
  }
  return (
    <>
      <title>{`Edit ${name} · Field inspections`}</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/checklists">Checklists</a>
        <a href={linkTo(`checklists/${id}`)}>{name}</a>
      </nav>
      <div className="heading">
        <h1>Edit checklist</h1>
        <span className="muted">
          Changed questions and scores are saved as version {version + 1}.
        </span>
      </div>
      <ChecklistEditor
        {...{ draft, errors, merge, theirs }}
        savedIds={new Set(questionsIn(before.sections).map(({ questionId }) => questionId))}
        label={loading ? 'Saving…' : 'Save'}
        isBusy={loading}
        onChange={setDraft}
        onChoose={choose}
        onSubmit={submit}
      >
        <a className="button" href={linkTo(`checklists/${id}`)}>
          Cancel
        </a>
      </ChecklistEditor>
    </>
  )
}

const savedText = ({ name, version }: ChecklistContentFragment, before: number) =>
  version > before
    ? `“${name}” is saved: inspectors answer version ${version} from now on.`
    : `“${name}” is saved. Its questions are still version ${version}.`

const textsForPeople = (before: Draft, now: Draft) => ({
  name: now.name,
  passPercentage: String(now.passPercentage),
  sections: describeChange(before.sections, now.sections),
})
