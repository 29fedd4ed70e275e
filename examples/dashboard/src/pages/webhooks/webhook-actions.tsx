import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { Confirm } from '../../parts/confirm.js'
import { useAction } from '../../parts/use-action.js'
import { useRemoveWebhook } from './remove-webhook.js'
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
  const { removeWebhook, isBusy: isRemoving } = useRemoveWebhook()
  const variables = { id }

  const enable = (enabled: boolean): Promise<boolean> =>
    run({
      send: () => setEnabled({ variables: { id, enabled } }),
      done: enabled ? 'The webhook is enabled.' : 'The webhook is disabled.',
      undo: () => enable(!enabled),
    })
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
        isBusy={isBusy || isRemoving}
        onConfirm={() => removeWebhook(id)}
      />
    </div>
  )
}
