import { ID } from 'type-graphql'
import {
  assetTypeListing,
  type AssetTypeFilter,
} from '../../../domain/asset-type/asset-type-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { RecordTimesFilter, FilterInput } from '../common/filter.input.js'
import { RiskLevelEnum } from '../risk/risk.type.js'
import { AssetTypeNode } from './asset-type.type.js'

@FilterInput('AssetType')
class AssetTypeFilterInput extends RecordTimesFilter implements Combined<AssetTypeFilter> {
  @Nullable(String, 'The name contains this, ignoring case and accents.')
  readonly search?: string | null

  @Nullable([String], 'The short code is one of these, case-sensitive.')
  readonly shortCodes?: string[] | null

  @Nullable([RiskLevelEnum], 'The risk is one of these.')
  readonly riskLevels?: RiskLevel[] | null

  @Nullable([ID], 'The checklist is one of these.')
  readonly checklistIds?: string[] | null

  @Nullable([ID], 'The type is expected in zones of one of these zone types.')
  readonly zoneTypeIds?: string[] | null
}

export const AssetTypeConnection = connectionType(
  AssetTypeNode,
  assetTypeListing,
  AssetTypeFilterInput,
)
