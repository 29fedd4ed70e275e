import { ID } from 'type-graphql'
import type { Combined } from '../../../domain/listing/listing.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { siteListing, type SiteFilter } from '../../../domain/site/site-listing.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { RecordTimesFilter, FilterInput } from '../common/filter.input.js'
import { RiskLevelEnum } from '../risk/risk.type.js'
import { SiteNode } from './site.type.js'

@FilterInput('Site')
export class SiteFilterInput extends RecordTimesFilter implements Combined<SiteFilter> {
  @Nullable(
    String,
    'The name, or the name of the client, contains this, ignoring case and accents.',
  )
  readonly search?: string | null

  @Nullable([ID], 'The client is one of these.')
  readonly clientIds?: string[] | null

  @Nullable([ID], 'The manager is one of these users.')
  readonly managerIds?: string[] | null

  @Nullable([RiskLevelEnum], 'The risk is one of these.')
  readonly riskLevels?: RiskLevel[] | null

  @Nullable(
    Boolean,
    'Whether the number of defective assets in use is at least `failureThreshold`.',
  )
  readonly failing?: boolean | null
}

export const SiteConnection = connectionType(SiteNode, siteListing, SiteFilterInput)
