import { Field, ID, InputType } from 'type-graphql'
import { siteListing, type SiteFilter } from '../../../domain/site/site-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionArgs } from '../common/connection.type.js'
import { combines } from '../common/filter.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { DateTimeRangeInput } from '../common/date-time-range.input.js'
import { RiskLevelEnum } from '../risk/risk.type.js'

@InputType('SiteFilter', { description: 'Which sites: all that is given must hold.' })
export class SiteFilterInput implements Combined<SiteFilter> {
  @Field(() => String, { nullable: true, description: 'Part of the name, in any case.' })
  readonly search?: string | null

  @Field(() => [ID], { nullable: true, description: 'The client is one of these.' })
  readonly clientIds?: string[] | null

  @Field(() => [ID], { nullable: true, description: 'The manager is one of these users.' })
  readonly managerIds?: string[] | null

  @Field(() => [RiskLevelEnum], { nullable: true, description: 'The risk is one of these.' })
  readonly riskLevels?: RiskLevel[] | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether so many assets are defective as the threshold says.',
  })
  readonly failing?: boolean | null

  @Field(() => DateTimeRangeInput, { nullable: true, description: 'Created within this time.' })
  readonly createdAt?: DateTimeRangeInput | null
}
combines(SiteFilterInput)

export const SiteArgs = connectionArgs('Site', siteListing, () => SiteFilterInput)
