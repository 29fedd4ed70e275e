import { Ctx, Resolver } from 'type-graphql'
import type { Bulk } from '../../../domain/bulk/rows.js'
import { recordInspections } from '../../../domain/inspection/record-inspections.js'
import type { Context } from '../../context.js'
import { BulkInput, BulkMutation } from '../common/bulk.decorator.js'
import { MutationWriter } from '../common/write.decorator.js'
import { RecordInspectionsRow } from './inspection.input.js'
import { InspectionNode } from './inspection.type.js'

@Resolver()
export class InspectionBulkMutation {
  @BulkMutation(
    InspectionNode,
    'Records inspections in the order of the rows, each like `recordInspection`. For admins and technicians.',
  )
  recordInspections(
    @BulkInput(RecordInspectionsRow) input: Bulk<RecordInspectionsRow>,
    @MutationWriter() write: MutationWriter,
    @Ctx() { maxInspectionAgeYears }: Context,
  ) {
    return write.records((domain) => recordInspections({ ...domain, maxInspectionAgeYears }, input))
  }
}
