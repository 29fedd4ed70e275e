import type { Combined } from '../../../domain/listing/listing.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { riskListing, type RiskFilter } from '../../../domain/risk/risk-listing.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { FilterInput } from '../common/filter.input.js'
import { RiskLevelEnum, RiskNode } from './risk.type.js'

@FilterInput('Risk')
class RiskFilterInput implements Combined<RiskFilter> {
  @Nullable([RiskLevelEnum], 'The level is one of these.')
  readonly levels?: RiskLevel[] | null
}

export const RiskConnection = connectionType(RiskNode, riskListing, RiskFilterInput)
