import { Field, InputType } from 'type-graphql'
import { riskListing, type RiskFilter } from '../../../domain/risk/risk-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionArgs } from '../common/connection.type.js'
import { combines } from '../common/filter.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { RiskLevelEnum } from './risk.type.js'

@InputType('RiskFilter', { description: 'Which risks: all that is given must hold.' })
export class RiskFilterInput implements Combined<RiskFilter> {
  @Field(() => [RiskLevelEnum], { nullable: true, description: 'The level is one of these.' })
  readonly levels?: RiskLevel[] | null
}
combines(RiskFilterInput)

export const RiskArgs = connectionArgs('Risk', riskListing, () => RiskFilterInput)
