import { Field, ID, InputType } from 'type-graphql'
import { zoneListing, type ZoneFilter } from '../../../domain/zone/zone-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionArgs } from '../common/connection.type.js'
import { combines } from '../common/filter.js'
import { DateTimeRangeInput } from '../common/date-time-range.input.js'

@InputType('ZoneFilter', { description: 'Which zones: all that is given must hold.' })
export class ZoneFilterInput implements Combined<ZoneFilter> {
  @Field(() => String, { nullable: true, description: 'Part of the name, in any case.' })
  readonly search?: string | null

  @Field(() => [ID], { nullable: true, description: 'The site is one of these.' })
  readonly siteIds?: string[] | null

  @Field(() => [ID], { nullable: true, description: 'The type is one of these.' })
  readonly typeIds?: string[] | null

  @Field(() => DateTimeRangeInput, { nullable: true, description: 'Created within this time.' })
  readonly createdAt?: DateTimeRangeInput | null
}
combines(ZoneFilterInput)

export const ZoneArgs = connectionArgs('Zone', zoneListing, () => ZoneFilterInput)
