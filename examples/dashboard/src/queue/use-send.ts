import { useState } from 'react'
import { v7 as newId } from 'uuid'
import type { FieldError } from '../parts/form-errors.js'
import { describeError } from '../parts/problem.js'
import { useToast } from '../parts/toasts.js'
import type { NewEntry } from './entry.js'
import { keepFiles } from './keep-files.js'
import type { Settled } from './queue.js'
import { useQueue } from './use-queue.js'

interface Message {
  /** What has happened, if the service has accepted the mutation. */
  readonly done: string
  /** The inverse of the mutation, if there is one. It gets the mutation's data, unless another tab has sent it. */
  readonly undo?: (data: object) => () => unknown
}

const KEPT = 'It is kept in this browser, and sent when the service can be reached.'

/** Submits forms through the queue, so that they survive a connection that is down. A toast says what has happened. */
export function useSend() {
  const queue = useQueue()
  const show = useToast()
  const [isBusy, setBusy] = useState(false)

  /** Waits until an entry is sent, rejected, or has to wait for the service. */
  const follow = async (key: string, submit: () => Promise<void>, { done, undo }: Message) => {
    setBusy(true)
    try {
      await submit()
      const settled = await queue.settled(key)
      if (settled.kind === 'rejected' && settled.errors.length > 0)
        show({ text: settled.errors.map(({ message }) => message).join(' '), isError: true })
      if (settled.kind === 'waiting') show({ text: KEPT })
      if (settled.kind === 'sent') show({ text: done, undo: undo?.(settled.data) })
      return settled
    } catch (error) {
      show({ text: describeError(error), isError: true })
      return REJECTED
    } finally {
      setBusy(false)
    }
  }

  /**
   * Sends a form that keeps its values until it is accepted: a rejected entry does not stay in the queue. Returns whether the form is
   * done with.
   */
  const send = async (
    entry: Pick<NewEntry, 'action' | 'place' | 'title'>,
    files: readonly File[],
    inputOf: (fileIds: readonly string[]) => object,
    message: Message,
  ): Promise<boolean> => {
    const key = newId()
    const submit = async () => {
      const kept = await keepFiles(files)
      const input = inputOf(kept.map(({ id }) => id)) as NewEntry['input']
      const added = { ...entry, input, files: kept, isDraft: false, rejected: [] }
      await queue.edit(key, () => ({ ...added, submittedAt: Date.now() }))
    }
    const { kind } = await follow(key, submit, message)
    const rejected = queue.getState().entries.find((each) => each.key === key)
    if (kind === 'rejected' && rejected) await queue.discard(rejected)
    return kind !== 'rejected'
  }
  return { follow, send, isBusy }
}

const REJECTED: Settled = { kind: 'rejected', errors: [] as readonly FieldError[] }
