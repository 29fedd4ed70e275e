import { Field, ID, InputType } from 'type-graphql'
import type { AssetFilter } from '../../../domain/asset/asset-listing.js'
import { assetListing } from '../../../domain/asset/asset-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { connectionArgs } from '../common/connection.type.js'
import { DateTimeRangeInput } from '../common/date-time-range.input.js'
import { combines } from '../common/filter.js'
import { RiskLevelEnum } from '../risk/risk.type.js'
import { AssetStatus } from './asset.type.js'

@InputType('AssetFilter', { description: 'Which assets: all that is given must hold.' })
export class AssetFilterInput implements Combined<Omit<AssetFilter, 'riskIds'>> {
  @Field(() => String, {
    nullable: true,
    description: 'Part of the code, of a custom field’s value or of the barcode, in any case.',
  })
  readonly search?: string | null

  @Field(() => [String], { nullable: true, description: 'The code is one of these.' })
  readonly codes?: string[] | null

  @Field(() => [ID], { nullable: true, description: 'The type is one of these.' })
  readonly typeIds?: string[] | null

  @Field(() => [ID], { nullable: true, description: 'The zone is one of these.' })
  readonly zoneIds?: string[] | null

  @Field(() => [ID], { nullable: true, description: 'The site is one of these.' })
  readonly siteIds?: string[] | null

  @Field(() => [ID], { nullable: true, description: 'The client is one of these.' })
  readonly clientIds?: string[] | null

  @Field(() => [RiskLevelEnum], { nullable: true, description: 'The risk is one of these.' })
  readonly riskLevels?: RiskLevel[] | null

  @Field(() => [AssetStatus], { nullable: true, description: 'The status is one of these.' })
  readonly statuses?: AssetStatus[] | null

  @Field(() => Boolean, { nullable: true, description: 'Whether the last inspection failed.' })
  readonly defective?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the next inspection should have been by now.',
  })
  readonly overdue?: boolean | null

  @Field(() => [ID], { nullable: true, description: 'The type’s checklist is one of these.' })
  readonly checklistIds?: string[] | null

  @Field(() => DateTimeRangeInput, { nullable: true, description: 'Created within this time.' })
  readonly createdAt?: DateTimeRangeInput | null

  @Field(() => DateTimeRangeInput, {
    nullable: true,
    description: 'Last inspected within this time.',
  })
  readonly lastInspection?: DateTimeRangeInput | null

  @Field(() => DateTimeRangeInput, {
    nullable: true,
    description: 'To be inspected within this time.',
  })
  readonly nextInspection?: DateTimeRangeInput | null
}
combines(AssetFilterInput)

export const AssetArgs = connectionArgs('Asset', assetListing, () => AssetFilterInput)
