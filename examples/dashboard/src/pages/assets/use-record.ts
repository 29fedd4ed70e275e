import type { RecordInspectionInput, RecordInspectionMutation } from '../../../generated/graphql.js'
import { useSend } from '../../queue/use-send.js'
import { useVoid } from '../inspections/void-inspection.js'

/** Records an inspection through the queue; undo voids it. */
export function useRecord() {
  const { voidFor } = useVoid()
  const { follow, send, isBusy } = useSend()

  const undo = (data: object) => () => {
    const id = (data as Partial<RecordInspectionMutation>).recordInspection?.inspection?.id ?? ''
    return voidFor(id, 'Recorded by mistake')
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
