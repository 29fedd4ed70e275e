import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { Confirm } from '../../parts/confirm.js'
import { Field } from '../../parts/field.js'
import { useAction } from '../../parts/use-action.js'

const ROTATE = graphql(`
  mutation RotateWebhookSecret($id: ID!, $overlapHours: Int) {
    rotateWebhookSecret(input: { id: $id, overlapHours: $overlapHours }) {
      secret
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
  /** Gets the new secret. */
  readonly onSecret: (secret: string) => void
}

/** Gives the webhook another secret. The old one signs, too, for some hours. */
export function RotateSecret({ id, onSecret }: Props) {
  const { run, isBusy } = useAction()
  const [rotate] = useMutation(ROTATE)
  const rotateNow = (values: FormData) =>
    run({
      send: async () => {
        const overlapHours = Number(values.get('overlapHours'))
        const result = await rotate({ variables: { id, overlapHours } })
        onSecret(result.data?.rotateWebhookSecret?.secret ?? '')
        return result
      },
      done: 'The webhook has a new secret.',
    })
  return (
    <Confirm
      label="New secret"
      question="Events have the signatures of both secrets for some hours, so that you can change the receiver meanwhile."
      isBusy={isBusy}
      onConfirm={rotateNow}
    >
      <Field
        label="Hours of both (0 to 168)"
        name="overlapHours"
        type="number"
        value="24"
        error={undefined}
      />
    </Confirm>
  )
}
