import { ID } from 'type-graphql'
import {
  type ChecklistFilter,
  checklistListing,
} from '../../../domain/checklist/checklist-listing.js'
import {
  type ChecklistVersionFilter,
  checklistVersionListing,
} from '../../../domain/checklist/checklist-version-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionType } from '../common/connection.type.js'
import { DateTimeRangeInput, FilterInput, RecordTimesFilter } from '../common/filter.input.js'
import { Nullable } from '../common/type.decorator.js'
import { ChecklistNode, ChecklistVersionNode } from './checklist.type.js'

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

@FilterInput('ChecklistVersion')
class ChecklistVersionFilterInput implements Combined<ChecklistVersionFilter> {
  @Nullable([ID], 'Written by one of these users.')
  readonly createdByIds?: string[] | null

  @Nullable(DateTimeRangeInput, 'Written in this range.')
  readonly createdAt?: DateTimeRangeInput | null
}

export const ChecklistVersionConnection = connectionType(
  ChecklistVersionNode,
  checklistVersionListing,
  ChecklistVersionFilterInput,
)
