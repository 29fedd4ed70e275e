import type { Combined } from '../../../domain/listing/listing.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import {
  zoneTypeListing,
  type ZoneTypeFilter,
} from '../../../domain/zone-type/zone-type-listing.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { RecordTimesFilter, FilterInput } from '../common/filter.input.js'
import { RiskLevelEnum } from '../risk/risk.type.js'
import { ZoneTypeNode } from './zone-type.type.js'

@FilterInput('ZoneType')
class ZoneTypeFilterInput extends RecordTimesFilter implements Combined<ZoneTypeFilter> {
  @Nullable(String, 'The name contains this, ignoring case and accents.')
  readonly search?: string | null

  @Nullable([RiskLevelEnum], 'The risk is one of these.')
  readonly riskLevels?: RiskLevel[] | null
}

export const ZoneTypeConnection = connectionType(ZoneTypeNode, zoneTypeListing, ZoneTypeFilterInput)
