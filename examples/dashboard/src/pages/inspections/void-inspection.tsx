import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { Confirm } from '../../parts/confirm.js'
import { useAction } from '../../parts/use-action.js'
import { navigate } from '../../route.js'

const VOID = graphql(`
  mutation VoidInspection($id: ID!, $reason: String!) {
    voidInspection(input: { id: $id, reason: $reason }) {
      inspection {
        id
        asset {
          id
          status
          lastInspectedAt
          nextInspectionDueAt
        }
      }
      userErrors {
        message
      }
    }
  }
`)

/** Voids an inspection, for a reason: it does not count any more. */
export function useVoid() {
  const { run, isBusy } = useAction()
  const [voidInspection] = useMutation(VOID)
  const voidFor = (id: string, reason: string) =>
    run({
      send: () => voidInspection({ variables: { id, reason } }),
      done: 'The inspection does not count.',
    })
  return { voidFor, isBusy }
}

interface Props {
  readonly id: string
  readonly asset: { readonly id: string; readonly code: string }
}

/** Voids an inspection after a question, and leads to its asset. */
export function VoidInspection({ id, asset }: Props) {
  const { voidFor, isBusy } = useVoid()
  return (
    <div className="filters panel">
      <Confirm
        label="Void"
        question={`Why does this inspection of ${asset.code} not count? This cannot be undone.`}
        isBusy={isBusy}
        onConfirm={async (values) => {
          const isVoid = await voidFor(id, values.get('reason') as string)
          if (isVoid) navigate(`/assets/${asset.id}`)
        }}
      >
        <label>
          Reason
          <input name="reason" required />
        </label>
      </Confirm>
    </div>
  )
}
