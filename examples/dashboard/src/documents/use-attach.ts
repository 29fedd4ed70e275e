import { v7 as newId } from 'uuid'
import { describeError } from '../parts/problem.js'
import { useToast } from '../parts/toasts.js'
import type { ActionName } from '../queue/actions.js'
import { useQueue } from '../queue/use-queue.js'
import { keepFiles } from '../queue/keep-files.js'

export interface Attachment {
  readonly action: ActionName
  /** The page of the record. */
  readonly place: string
  /** The record, for people. */
  readonly title: string
  /** The input of the mutation for a file. */
  readonly inputOf: (fileId: string) => Readonly<Record<string, unknown>>
}

/** Puts files into the queue, each with the mutation that attaches it to a record. */
export function useAttach({ action, place, title, inputOf }: Attachment) {
  const queue = useQueue()
  const show = useToast()
  const attach = async (files: readonly File[]) => {
    for (const file of await keepFiles(files)) {
      const entry = { action, place, title, input: inputOf(file.id), files: [file] }
      const added = { ...entry, isDraft: false, rejected: [], submittedAt: Date.now() }
      await queue.edit(newId(), () => added)
    }
  }
  return (files: readonly File[]): void => {
    attach(files).catch((error: unknown) => {
      show({ text: describeError(error), isError: true })
    })
  }
}
