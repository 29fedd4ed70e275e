import { useMutation } from '@apollo/client/react'
import { graphql } from '../../generated/index.js'
import { countOf } from '../format.js'
import { useAction } from '../parts/use-action.js'

const REMOVE = graphql(`
  mutation RemoveDocument($id: ID!) {
    removeDocument(input: { id: $id }) {
      userErrors {
        message
      }
    }
  }
`)
const RESTORE = graphql(`
  mutation RestoreDocument($id: ID!) {
    restoreDocument(input: { id: $id }) {
      userErrors {
        message
      }
    }
  }
`)

interface File {
  readonly id: string
  readonly name: string
}

/** Returns the function that removes files from their record, with an undo. */
export function useRemoveFiles() {
  const { run, isBusy } = useAction()
  const [remove] = useMutation(REMOVE)
  const [restore] = useMutation(RESTORE)
  const restoreAll = (files: readonly File[]) =>
    run({
      send: () => sendEach(files, (id) => restore({ variables: { id } })),
      done: doneText(files, 'restored'),
    })
  const removeAll = (files: readonly File[]) =>
    run({
      send: () => sendEach(files, (id) => remove({ variables: { id } })),
      done: doneText(files, 'removed'),
      undo: () => restoreAll(files),
    })
  return { remove: removeAll, isBusy }
}

/** `“door.jpg” is removed.`, `2 files are removed.` */
export const doneText = (files: readonly Pick<File, 'name'>[], done: string): string =>
  files.length === 1
    ? `“${files[0]?.name ?? ''}” is ${done}.`
    : `${countOf(files.length, 'file')} are ${done}.`

type Send = (id: string) => Promise<{ readonly data?: object | undefined }>

/** Sends a mutation for each file. The payloads get different names. */
async function sendEach(files: readonly File[], send: Send) {
  const responses = await Promise.all(files.map(({ id }) => send(id)))
  const payloads = responses.flatMap(({ data = {} }) => Object.values(data) as unknown[])
  return { data: Object.fromEntries(payloads.entries()) }
}
