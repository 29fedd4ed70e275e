import { Field, ID, InputType } from 'type-graphql'
import {
  assetTypeListing,
  type AssetTypeFilter,
} from '../../../domain/asset-type/asset-type-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionArgs } from '../common/connection.type.js'
import { combines } from '../common/filter.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { DateTimeRangeInput } from '../common/date-time-range.input.js'
import { RiskLevelEnum } from '../risk/risk.type.js'

@InputType('AssetTypeFilter', { description: 'Which asset types: all that is given must hold.' })
export class AssetTypeFilterInput implements Combined<AssetTypeFilter> {
  @Field(() => String, { nullable: true, description: 'Part of the name, in any case.' })
  readonly search?: string | null

  @Field(() => [RiskLevelEnum], { nullable: true, description: 'The risk is one of these.' })
  readonly riskLevels?: RiskLevel[] | null

  @Field(() => [ID], { nullable: true, description: 'The checklist is one of these.' })
  readonly checklistIds?: string[] | null

  @Field(() => [ID], { nullable: true, description: 'Expected in zones of one of these types.' })
  readonly zoneTypeIds?: string[] | null

  @Field(() => DateTimeRangeInput, { nullable: true, description: 'Created within this time.' })
  readonly createdAt?: DateTimeRangeInput | null
}
combines(AssetTypeFilterInput)

export const AssetTypeArgs = connectionArgs(
  'AssetType',
  assetTypeListing,
  () => AssetTypeFilterInput,
)
