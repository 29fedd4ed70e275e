import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { useAction } from '../../parts/use-action.js'
import { navigate } from '../../route.js'

const REMOVE = graphql(`
  mutation RemoveWebhook($id: ID!) {
    removeWebhook(input: { id: $id }) {
      webhook {
        id
      }
      userErrors {
        message
      }
    }
  }
`)
const RESTORE = graphql(`
  mutation RestoreWebhook($id: ID!) {
    restoreWebhook(input: { id: $id }) {
      webhook {
        id
      }
      userErrors {
        message
      }
    }
  }
`)

/** Removes a webhook, which also undoes its creation. It can be restored. */
export function useRemoveWebhook() {
  const { run, isBusy } = useAction()
  const [remove] = useMutation(REMOVE)
  const [restore] = useMutation(RESTORE)
  const removeWebhook = async (id: string) => {
    const variables = { id }
    const isDone = await run({
      send: () => remove({ variables }),
      done: 'The webhook is removed.',
      undo: () => run({ send: () => restore({ variables }), done: 'The webhook is restored.' }),
    })
    if (isDone) navigate('/webhooks')
  }
  return { removeWebhook, isBusy }
}
