import { ID } from 'type-graphql'
import {
  inspectionListing,
  type InspectionFilter,
} from '../../../domain/inspection/inspection-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { DateTimeRangeInput, FilterInput, RecordTimesFilter } from '../common/filter.input.js'
import { InspectionNode } from './inspection.type.js'
import { type InspectionOutcome, InspectionOutcomeEnum } from './inspection-outcome.js'

@FilterInput('Inspection')
export class InspectionFilterInput extends RecordTimesFilter implements Combined<InspectionFilter> {
  @Nullable([ID], 'The asset is one of these.')
  readonly assetIds?: string[] | null

  @Nullable(
    String,
    'The code, barcode or a custom field of the asset contains this, ignoring case and accents.',
  )
  readonly search?: string | null

  @Nullable([ID], 'The type of the asset is one of these.')
  readonly typeIds?: string[] | null

  @Nullable([ID], 'The asset is in one of these zones.')
  readonly zoneIds?: string[] | null

  @Nullable([ID], 'The asset is at a site of one of these clients.')
  readonly clientIds?: string[] | null

  @Nullable([ID], 'The asset is at one of these sites.')
  readonly siteIds?: string[] | null

  @Nullable([ID], 'The job is one of these.')
  readonly jobIds?: string[] | null

  @Nullable([ID], 'The inspector is one of these users.')
  readonly inspectorIds?: string[] | null

  @Nullable([InspectionOutcomeEnum], 'The outcome is one of these.')
  readonly outcomes?: InspectionOutcome[] | null

  @Nullable(DateTimeRangeInput, 'Inspected in this range.')
  readonly inspectedAt?: DateTimeRangeInput | null
}

export const InspectionConnection = connectionType(
  InspectionNode,
  inspectionListing,
  InspectionFilterInput,
)
