import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { useAction } from '../../parts/use-action.js'
import { navigate } from '../../route.js'

const REMOVE_CHECKLIST = graphql(`
  mutation RemoveChecklist($id: ID!) {
    removeChecklist(input: { id: $id }) {
      userErrors {
        message
      }
    }
  }
`)
const RESTORE_CHECKLIST = graphql(`
  mutation RestoreChecklist($id: ID!) {
    restoreChecklist(input: { id: $id }) {
      userErrors {
        message
      }
    }
  }
`)

interface Checklist {
  readonly id: string
  readonly name: string
}

/** Removes a checklist, which also undoes its creation. It can be restored. */
export function useRemoveChecklist() {
  const { run, isBusy } = useAction()
  const [remove] = useMutation(REMOVE_CHECKLIST)
  const [restore] = useMutation(RESTORE_CHECKLIST, {
    // The page of the checklist has read that it does not exist.
    update: (cache) => cache.evict({ id: 'ROOT_QUERY', fieldName: 'checklist' }),
  })
  const removeChecklist = async ({ id, name }: Checklist) => {
    const variables = { id }
    const isDone = await run({
      send: () => remove({ variables }),
      done: `“${name}” is removed.`,
      undo: () => run({ send: () => restore({ variables }), done: `“${name}” is restored.` }),
    })
    if (isDone) navigate('/checklists')
  }
  return { removeChecklist, isBusy }
}
