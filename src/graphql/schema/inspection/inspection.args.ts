import { Field, ID, InputType } from 'type-graphql'
import {
  inspectionListing,
  type InspectionFilter,
} from '../../../domain/inspection/inspection-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionArgs } from '../common/connection.type.js'
import { combines } from '../common/filter.js'
import { DateTimeRangeInput } from '../common/date-time-range.input.js'
import { InspectionOutcomeEnum } from './inspection.type.js'

@InputType('InspectionFilter', { description: 'Which inspections: all that is given must hold.' })
export class InspectionFilterInput implements Combined<InspectionFilter> {
  @Field(() => [ID], { nullable: true, description: 'The asset is one of these.' })
  readonly assetIds?: string[] | null

  @Field(() => [ID], { nullable: true, description: 'The asset stands at one of these sites.' })
  readonly siteIds?: string[] | null

  @Field(() => [ID], { nullable: true, description: 'Made during one of these jobs.' })
  readonly jobIds?: string[] | null

  @Field(() => [ID], { nullable: true, description: 'Made by one of these users.' })
  readonly inspectorIds?: string[] | null

  @Field(() => [InspectionOutcomeEnum], {
    nullable: true,
    description: 'The outcome is one of these.',
  })
  readonly outcomes?: InspectionOutcomeEnum[] | null

  @Field(() => DateTimeRangeInput, { nullable: true, description: 'Made within this time.' })
  readonly inspectedAt?: DateTimeRangeInput | null
}
combines(InspectionFilterInput)

export const InspectionArgs = connectionArgs(
  'Inspection',
  inspectionListing,
  () => InspectionFilterInput,
)
