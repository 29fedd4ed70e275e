import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { Confirm } from '../../parts/confirm.js'
import { useAction } from '../../parts/use-action.js'

const RECOMMISSION = graphql(`
  mutation RecommissionAsset($id: ID!, $reason: String!) {
    recommissionAsset(input: { id: $id, reason: $reason }) {
      asset {
        id
        status
        decommissionedAt
      }
      userErrors {
        message
      }
    }
  }
`)

interface Asset {
  readonly id: string
  readonly code: string
}

/** Puts a decommissioned asset back into use, for a reason. */
export function useRecommission({ id, code }: Asset) {
  const { run, isBusy } = useAction()
  const [recommission] = useMutation(RECOMMISSION)
  const recommissionFor = (reason: string) =>
    run({
      send: () => recommission({ variables: { id, reason } }),
      done: `${code} is in use again.`,
    })
  return { recommissionFor, isBusy }
}

export function RecommissionAsset({ asset }: { asset: Asset }) {
  const { recommissionFor, isBusy } = useRecommission(asset)
  return (
    <div className="filters panel">
      <Confirm
        label="Use it again"
        question={`Why is ${asset.code} used again?`}
        isBusy={isBusy}
        onConfirm={(values) => recommissionFor(values.get('reason') as string)}
      >
        <label>
          Reason
          <input name="reason" required />
        </label>
      </Confirm>
    </div>
  )
}
