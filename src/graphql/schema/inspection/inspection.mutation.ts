import { Resolver } from 'type-graphql'
import { recordInspection } from '../../../domain/inspection/record-inspection.js'
import { Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { RecordInspectionInput } from './inspection.input.js'
import { InspectionNode } from './inspection.type.js'

@Resolver()
export class InspectionMutation {
  @RecordMutation(
    InspectionNode,
    'Records the inspection of an asset. Unless the asset has a later inspection, this one sets whether it is defective and when the next inspection is due. It completes a job in progress whose type has `singleInspection` if each asset is inspected and no signature is required, unless the company’s `manualInspectionClosure` is true. For admins and technicians.',
  )
  recordInspection(
    @Input(RecordInspectionInput) input: RecordInspectionInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => recordInspection(domain, input))
  }
}
