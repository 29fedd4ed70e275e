import { Ctx, Resolver } from 'type-graphql'
import { recordInspection } from '../../../domain/inspection/record-inspection.js'
import { voidInspection } from '../../../domain/inspection/void-inspection.js'
import type { Context } from '../../context.js'
import { Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { RecordInspectionInput, VoidInspectionInput } from './inspection.input.js'
import { InspectionNode } from './inspection.type.js'

@Resolver()
export class InspectionMutation {
  @RecordMutation(
    InspectionNode,
    'Records the inspection of an asset. If the asset has no later inspection, this one sets whether the asset is defective and when the next inspection is due. If all assets of the job are now inspected, the job is completed, on these conditions: it is in progress, its type has `singleInspection`, it requires no signature, its scheduled end is past or `allowEarlyClosure` is true, and the company’s `manualInspectionClosure` is false. For admins and technicians.',
  )
  recordInspection(
    @Input(RecordInspectionInput, { documents: true }) input: RecordInspectionInput,
    @MutationWriter() write: MutationWriter,
    @Ctx() { maxInspectionAgeYears }: Context,
  ) {
    return write.newRecord('Inspection', (domain) =>
      recordInspection({ ...domain, maxInspectionAgeYears }, input),
    )
  }

  @RecordMutation(
    InspectionNode,
    'Voids an inspection: it does not count any more. The asset gets the state that its other inspections have led to, and is left again in the job. Findings that the inspection opened and that are still open are removed, and those that it resolved are open again. A completed job stays completed. Admins can void any inspection, technicians only their own.',
  )
  voidInspection(
    @Input(VoidInspectionInput) input: VoidInspectionInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => voidInspection(domain, input))
  }
}
