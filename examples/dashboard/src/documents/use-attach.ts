import { v7 as newId } from 'uuid'
import { describeError } from '../parts/problem.js'
import { useToast } from '../parts/toasts.js'
import type { ActionName } from '../queue/actions.js'
import type { QueuedFile } from '../queue/entry.js'
import { useQueue } from '../queue/use-queue.js'
import { keepFiles } from '../queue/keep-files.js'
import { doneText, useRemoveFiles } from './remove-files.js'

export interface Attachment {
  readonly action: ActionName
  /** The page of the record. */
  readonly place: string
  /** The record, for people. */
  readonly title: string
  /** Whether the user may remove files: then the message has an undo. */
  readonly canRemove: boolean
  /** The input of the mutation for a file. */
  readonly inputOf: (fileId: string) => Readonly<Record<string, unknown>>
}

/** Puts files into the queue, each with the mutation that attaches it to a record. A toast says when the service has them. */
export function useAttach({ action, place, title, canRemove, inputOf }: Attachment) {
  const queue = useQueue()
  const show = useToast()
  const { remove } = useRemoveFiles()
  const add = async (file: QueuedFile) => {
    const key = newId()
    const entry = { action, place, title, input: inputOf(file.id), files: [file] }
    const added = { ...entry, isDraft: false, rejected: [], submittedAt: Date.now() }
    await queue.edit(key, () => added)
    return { file, settled: queue.settled(key) }
  }
  const attach = async (files: readonly File[]) => {
    const added = []
    for (const file of await keepFiles(files)) added.push(await add(file))
    const sent: QueuedFile[] = []
    for (const { file, settled } of added) {
      const { kind } = await settled
      if (kind === 'sent') sent.push(file)
    }
    // The page shows the others, and why they wait.
    if (sent.length === 0) return
    const undo = canRemove ? () => remove(sent) : undefined
    show({ text: doneText(sent, 'attached'), undo })
  }
  return (files: readonly File[]): void => {
    attach(files).catch((error: unknown) => {
      show({ text: describeError(error), isError: true })
    })
  }
}
