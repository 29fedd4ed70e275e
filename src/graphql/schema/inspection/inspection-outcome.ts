import type { InspectionFilter } from '../../../domain/inspection/inspection-listing.js'
import { enumType } from '../common/enum-type.js'

export type InspectionOutcome = InspectionFilter['outcomes'][number]
export const InspectionOutcomeEnum = enumType<InspectionOutcome>(
  'InspectionOutcome',
  'The outcome of an inspection.',
  { passed: 'The asset has no defect.', failed: 'The asset is defective.' },
)
