import { useState } from 'react'
import { v7 as newId } from 'uuid'
import type { Photographs } from '../checklists/photo-input.js'
import type { Answers } from '../checklists/answers.js'
import type { Entry, NewEntry } from '../../queue/entry.js'
import { keepFiles } from '../../queue/keep-files.js'
import { deleteFiles } from '../../queue/store.js'
import { useQueue, useQueueState } from '../../queue/use-queue.js'

interface Inspected {
  readonly assetId: string
  readonly jobId: string | null
  readonly code: string
}

const NONE: Answers = new Map()

/**
 * The answers of a form, as a draft in the queue: a browser on a phone may close this page while the camera is open. The form has
 * the answers of an inspection again that the service has rejected.
 */
export function useAnswers({ assetId, jobId, code }: Inspected) {
  const queue = useQueue()
  const { entries } = useQueueState()
  const [newKey, setNewKey] = useState(() => newId())
  const [changed, setChanged] = useState<Answers>()
  const [adding, setAdding] = useState(0)
  const draft = entries.find((entry) => isOpenForm(entry, assetId))
  const key = draft?.key ?? newKey
  const place = `assets/${assetId}${jobId ? `?job=${jobId}` : ''}`
  const base: NewEntry = {
    ...{ action: 'recordInspection', place, title: `Inspection of ${code}` },
    ...{ input: { assetId }, files: [], rejected: [], answers: NONE },
    ...{ isDraft: true, submittedAt: Date.now() },
  }
  const edit = (part: (entry: NewEntry) => Partial<NewEntry>) =>
    queue.edit(key, (entry = { ...base, key, userId: '' }) => ({ ...entry, ...part(entry) }))

  const photographs: Photographs = {
    files: draft?.files ?? [],
    add: async (files) => {
      setAdding((before) => before + 1)
      try {
        const kept = await keepFiles(files)
        await edit((entry) => ({ files: [...entry.files, ...kept], isDraft: true }))
        return kept.map(({ id }) => id)
      } finally {
        setAdding((before) => before - 1)
      }
    },
    remove: (id) => void queue.removeFile(key, id),
  }
  return {
    draft,
    answers: changed ?? draft?.answers ?? NONE,
    photographs,
    /** Whether a photograph is being stored, which then makes the entry a draft. */
    isAdding: adding > 0,
    change: (change: (before: Answers) => Answers) => {
      setChanged((before = draft?.answers ?? NONE) => change(before))
      edit(({ answers = NONE }) => ({ answers: change(answers), isDraft: true })).catch(
        console.error,
      )
    },
    /** Submits the form with these photographs. Returns the key of the entry. */
    submit: async (input: NewEntry['input'], photoIds: readonly string[]) => {
      const unused = draft?.files.filter(({ id }) => !photoIds.includes(id)) ?? []
      await edit(({ files }) => ({
        ...{ input, place, isDraft: false, rejected: [], submittedAt: Date.now() },
        files: files.filter(({ id }) => photoIds.includes(id)),
      }))
      await deleteFiles(unused.map(({ id }) => id))
    },
    key,
    /** Shows an empty form again. */
    reset: () => {
      setChanged(undefined)
      setNewKey(newId())
    },
  }
}

/** Whether an entry is the form of an asset: not submitted, or rejected. */
export const isOpenForm = ({ action, input, isDraft, rejected, answers }: Entry, assetId: string) =>
  action === 'recordInspection' &&
  answers !== undefined &&
  input['assetId'] === assetId &&
  (isDraft || rejected.length > 0)
