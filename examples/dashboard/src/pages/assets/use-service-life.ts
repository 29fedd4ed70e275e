import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { useAction } from '../../parts/use-action.js'

const DECOMMISSION = graphql(`
  mutation DecommissionAsset($id: ID!) {
    decommissionAsset(input: { id: $id }) {
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

/** Takes an asset out of use, and puts it back into use for a reason. Each undoes the other. */
export function useServiceLife({ id, code }: Asset) {
  const { run, isBusy } = useAction()
  const [sendDecommission] = useMutation(DECOMMISSION)
  const [sendRecommission] = useMutation(RECOMMISSION)

  const decommission = (done = `${code} is decommissioned.`): Promise<boolean> =>
    run({
      send: () => sendDecommission({ variables: { id } }),
      done,
      undo: () => recommission('Decommissioned by mistake'),
    })
  const recommission = (reason: string): Promise<boolean> =>
    run({
      send: () => sendRecommission({ variables: { id, reason } }),
      done: `${code} is in use again.`,
      // The service does not accept the time from before.
      undo: () => decommission(`${code} is decommissioned again, with the present time.`),
    })
  return { decommission: () => decommission(), recommission, isBusy }
}
