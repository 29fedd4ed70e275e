import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { RecordInspectionInput } from '../../../generated/graphql.js'
import type { FieldError } from '../../parts/form-errors.js'
import { useAction } from '../../parts/use-action.js'
import { RECORD } from './inspection-documents.js'

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

/** Records an inspection; undo voids it. */
export function useRecord() {
  const { run, isBusy } = useAction()
  const [send] = useMutation(RECORD)
  const [voidInspection] = useMutation(VOID)

  const record = (
    input: RecordInspectionInput,
    rejected: (errors: readonly FieldError[]) => void = () => undefined,
  ) => {
    let id = ''
    return run({
      send: async () => {
        const result = await send({ variables: { input } })
        id = result.data?.recordInspection?.inspection?.id ?? ''
        return result
      },
      done: 'The inspection is recorded.',
      undo: () =>
        run({
          send: () => voidInspection({ variables: { id } }),
          done: 'The inspection does not count.',
        }),
      rejected,
    })
  }
  return { record, isBusy }
}
