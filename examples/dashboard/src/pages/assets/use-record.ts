import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { RecordInspectionInput, RecordInspectionMutation } from '../../../generated/graphql.js'
import { useAction } from '../../parts/use-action.js'
import { useSend } from '../../queue/use-send.js'

const VOID = graphql(`
  mutation VoidInspection($id: ID!) {
    voidInspection(input: { id: $id, reason: "Recorded by mistake" }) {
      inspection {
        id
      }
      userErrors {
        message
      }
    }
  }
`)

/** Records an inspection through the queue; undo voids it. */
export function useRecord() {
  const { run } = useAction()
  const { follow, send, isBusy } = useSend()
  const [voidInspection] = useMutation(VOID)

  const undo = (data: object) => () => {
    const id = (data as Partial<RecordInspectionMutation>).recordInspection?.inspection?.id ?? ''
    return run({
      send: () => voidInspection({ variables: { id } }),
      done: 'The inspection does not count.',
    })
  }
  const message = { done: 'The inspection is recorded.', undo }
  return {
    /** Resolves to whether the form is done with: it is sent, or is sent later. */
    follow: async (key: string, submit: () => Promise<void>) =>
      (await follow(key, submit, message)).kind !== 'rejected',
    record: (code: string, input: RecordInspectionInput, files: readonly File[]) => {
      const { assetId } = input
      const title = `Inspection of ${code}`
      const entry = { action: 'recordInspection', place: `assets/${assetId}`, title } as const
      return send(entry, files, (documentIds) => ({ ...input, documentIds }), message)
    },
    isBusy,
  }
}
