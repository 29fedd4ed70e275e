import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { NewPage } from '../../parts/new-page.js'
import { useAction } from '../../parts/use-action.js'
import { linkTo } from '../../route.js'
import { useRemoveWebhook } from './remove-webhook.js'
import { ShownSecret } from './shown-secret.js'
import { WebhookForm, type WebhookValues } from './webhook-form.js'

const CREATE_WEBHOOK = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      secret
      webhook {
        ...WebhookRow
      }
      userErrors {
        field
        message
      }
    }
  }
`)

/** Creates a webhook, and shows its secret once. */
export function NewWebhook() {
  const { removeWebhook } = useRemoveWebhook()
  const { write } = useAction()
  const [create, { data }] = useMutation(CREATE_WEBHOOK)
  const { secret, webhook } = data?.createWebhook ?? {}

  const submit = (input: WebhookValues) =>
    write({
      send: () => create({ variables: { input } }),
      done: `${input.url} gets events.`,
      undo: ({ createWebhook }) => removeWebhook(createWebhook?.webhook?.id ?? ''),
    })
  return (
    <NewPage noun="webhook" list="Webhooks">
      {secret && webhook ? (
        <ShownSecret title="The webhook is created" secret={secret}>
          <div className="actions">
            <a className="button" href={linkTo(`webhooks/${webhook.id}`)}>
              Open the webhook
            </a>
          </div>
        </ShownSecret>
      ) : (
        <WebhookForm label="Create" onSubmit={submit} />
      )}
    </NewPage>
  )
}
