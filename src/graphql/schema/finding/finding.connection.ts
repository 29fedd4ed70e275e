import { ID } from 'type-graphql'
import { findingListing, type FindingFilter } from '../../../domain/finding/finding-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { connectionType } from '../common/connection.type.js'
import { DateTimeRangeInput, FilterInput, RecordTimesFilter } from '../common/filter.input.js'
import { Nullable } from '../common/type.decorator.js'
import { RiskLevelEnum } from '../risk/risk.type.js'
import { FindingNode } from './finding.type.js'
import { type FindingStatus, FindingStatusEnum } from './finding-status.js'

@FilterInput('Finding')
export class FindingFilterInput extends RecordTimesFilter implements Combined<FindingFilter> {
  @Nullable(String, 'The title or the note contains this, ignoring case and accents.')
  readonly search?: string | null

  @Nullable([ID], 'The asset is one of these.')
  readonly assetIds?: string[] | null

  @Nullable([ID], 'The type of the asset is one of these.')
  readonly typeIds?: string[] | null

  @Nullable([ID], 'The asset is in one of these zones.')
  readonly zoneIds?: string[] | null

  @Nullable([ID], 'The asset is at one of these sites.')
  readonly siteIds?: string[] | null

  @Nullable([ID], 'The asset is at a site of one of these clients.')
  readonly clientIds?: string[] | null

  @Nullable([ID], 'The job is one of these.')
  readonly jobIds?: string[] | null

  @Nullable([ID], 'One of these inspections opened it.')
  readonly inspectionIds?: string[] | null

  @Nullable([RiskLevelEnum], 'The severity is one of these.')
  readonly severities?: RiskLevel[] | null

  @Nullable([FindingStatusEnum], 'The status is one of these.')
  readonly statuses?: FindingStatus[] | null

  @Nullable(Boolean, 'Whether it is open and its due date is past.')
  readonly overdue?: boolean | null

  @Nullable(DateTimeRangeInput, 'Due in this range.')
  readonly dueAt?: DateTimeRangeInput | null
}

export const FindingConnection = connectionType(FindingNode, findingListing, FindingFilterInput)
