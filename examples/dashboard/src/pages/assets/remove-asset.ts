import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { useAction } from '../../parts/use-action.js'
import { navigate } from '../../route.js'

const REMOVE = graphql(`
  mutation RemoveAsset($id: ID!) {
    removeAsset(input: { id: $id }) {
      asset {
        id
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

/** Returns the function that removes an asset that was created by mistake, together with its barcode. */
export function useRemoveAsset() {
  const { run } = useAction()
  const [remove] = useMutation(REMOVE)
  return ({ id, code }: Asset) =>
    run({
      send: () => remove({ variables: { id } }),
      done: `${code} is removed.`,
      next: () => {
        navigate('/assets')
      },
    })
}
