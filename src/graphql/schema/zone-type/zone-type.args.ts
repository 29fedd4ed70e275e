import { Field, InputType } from 'type-graphql'
import {
  zoneTypeListing,
  type ZoneTypeFilter,
} from '../../../domain/zone-type/zone-type-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionArgs } from '../common/connection.type.js'
import { combines } from '../common/filter.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { DateTimeRangeInput } from '../common/date-time-range.input.js'
import { RiskLevelEnum } from '../risk/risk.type.js'

@InputType('ZoneTypeFilter', { description: 'Which zone types: all that is given must hold.' })
export class ZoneTypeFilterInput implements Combined<ZoneTypeFilter> {
  @Field(() => String, { nullable: true, description: 'Part of the description, in any case.' })
  readonly search?: string | null

  @Field(() => [RiskLevelEnum], { nullable: true, description: 'The risk is one of these.' })
  readonly riskLevels?: RiskLevel[] | null

  @Field(() => DateTimeRangeInput, { nullable: true, description: 'Created within this time.' })
  readonly createdAt?: DateTimeRangeInput | null
}
combines(ZoneTypeFilterInput)

export const ZoneTypeArgs = connectionArgs('ZoneType', zoneTypeListing, () => ZoneTypeFilterInput)
