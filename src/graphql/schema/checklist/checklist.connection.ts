import {
  type ChecklistFilter,
  checklistListing,
} from '../../../domain/checklist/checklist-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionType } from '../common/connection.type.js'
import { FilterInput, RecordTimesFilter } from '../common/filter.input.js'
import { Nullable } from '../common/type.decorator.js'
import { ChecklistNode } from './checklist.type.js'

@FilterInput('Checklist')
class ChecklistFilterInput extends RecordTimesFilter implements Combined<ChecklistFilter> {
  @Nullable(String, 'The name contains this, ignoring case and accents.')
  readonly search?: string | null
}

export const ChecklistConnection = connectionType(
  ChecklistNode,
  checklistListing,
  ChecklistFilterInput,
)
