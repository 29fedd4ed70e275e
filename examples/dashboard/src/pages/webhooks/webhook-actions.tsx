import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { Confirm } from '../../parts/confirm.js'
import { useAction } from '../../parts/use-action.js'
import { navigate } from '../../route.js'
import { ReplayEvents } from './replay-events.js'
import { RotateSecret } from './rotate-secret.js'

const TEST = graphql(`
  mutation TestWebhook($id: ID!) {
    testWebhook(input: { id: $id }) {
      delivery {
        id
        state
      }
      userErrors {
        message
      }
    }
  }
`)
const ENABLE = graphql(`
  mutation EnableWebhook($id: ID!, $enabled: Boolean!) {
    updateWebhook(input: { id: $id, enabled: $enabled }) {
      webhook {
        ...WebhookPage
      }
      userErrors {
        message
      }
    }
  }
`)
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

interface Props {
  readonly id: string
  readonly isDisabled: boolean
  /** Gets the new secret after a rotation. */
  readonly onSecret: (secret: string) => void
}

/** What can be done with a webhook beside changing what it sends. */
export function WebhookActions({ id, isDisabled, onSecret }: Props) {
  const { run, isBusy } = useAction()
  const [test] = useMutation(TEST)
  const [setEnabled] = useMutation(ENABLE)
  const [remove] = useMutation(REMOVE)
  const [restore] = useMutation(RESTORE)
  const variables = { id }

  const enable = (enabled: boolean): Promise<boolean> =>
    run({
      send: () => setEnabled({ variables: { id, enabled } }),
      done: enabled ? 'The webhook is enabled.' : 'The webhook is disabled.',
      undo: () => enable(!enabled),
    })
  const removeNow = async () => {
    const undo = () => run({ send: () => restore({ variables }), done: 'The webhook is restored.' })
    const isRemoved = await run({
      ...{ send: () => remove({ variables }), done: 'The webhook is removed.', undo },
    })
    if (isRemoved) navigate('/webhooks')
  }
  const sendTest = () =>
    run({ send: () => test({ variables }), done: 'A test event is on its way.' })
  return (
    <div className="actions wrapped">
      {!isDisabled && (
        <button type="button" className="primary" disabled={isBusy} onClick={() => void sendTest()}>
          Send a test event
        </button>
      )}
      {!isDisabled && <ReplayEvents id={id} />}
      <RotateSecret {...{ id, onSecret }} />
      <button type="button" disabled={isBusy} onClick={() => void enable(isDisabled)}>
        {isDisabled ? 'Enable' : 'Disable'}
      </button>
      <Confirm
        label="Remove"
        question="Events of the time until it is restored are not sent. Remove the webhook?"
        isBusy={isBusy}
        onConfirm={removeNow}
      />
    </div>
  )
}
