import { ID } from 'type-graphql'
import { type AssetFilter, assetListing } from '../../../domain/asset/asset-listing.js'
import type { AssetStatus } from '../../../domain/asset/asset-status.js'
import type { Combined } from '../../../domain/listing/listing.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { Duration } from '../asset-type/asset-type.type.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { RecordTimesFilter, DateTimeRangeInput, FilterInput } from '../common/filter.input.js'
import { RiskLevelEnum } from '../risk/risk.type.js'
import { AssetNode } from './asset.type.js'
import { AssetStatusEnum } from './asset-status.js'
import { CustomFieldConditionInput } from './custom-field-condition.input.js'

@FilterInput('Asset')
export class AssetFilterInput
  extends RecordTimesFilter
  implements Combined<Omit<AssetFilter, 'riskIds'>>
{
  @Nullable(String, 'The code, barcode or a custom field contains this, ignoring case and accents.')
  readonly search?: string | null

  @Nullable([String], 'The code is one of these.')
  readonly codes?: string[] | null

  @Nullable([String], 'The scanned text of the barcode is one of these, case-sensitive.')
  readonly barcodes?: string[] | null

  @Nullable([ID], 'The type is one of these.')
  readonly typeIds?: string[] | null

  @Nullable([ID], 'The zone is one of these.')
  readonly zoneIds?: string[] | null

  @Nullable([ID], 'The site is one of these.')
  readonly siteIds?: string[] | null

  @Nullable([ID], 'The client is one of these.')
  readonly clientIds?: string[] | null

  @Nullable([ID], 'The asset is still to be inspected in one of these jobs: see `JobProgress`.')
  readonly leftInJobIds?: string[] | null

  @Nullable([RiskLevelEnum], 'The risk is one of these.')
  readonly riskLevels?: RiskLevel[] | null

  @Nullable([AssetStatusEnum], 'The status is one of these.')
  readonly statuses?: AssetStatus[] | null

  @Nullable(Boolean, 'Whether the last inspection failed.')
  readonly defective?: boolean | null

  @Nullable(Boolean, 'Whether the next inspection is overdue.')
  readonly overdue?: boolean | null

  @Nullable(
    Duration,
    'In use, and the next inspection is due before this time from now on, such as `P30D`; overdue assets are included.',
  )
  readonly dueWithin?: string | null

  @Nullable(Boolean, 'Whether the asset was never inspected.')
  readonly neverInspected?: boolean | null

  @Nullable([ID], 'The checklist of the type is one of these.')
  readonly checklistIds?: string[] | null

  @Nullable(
    CustomFieldConditionInput,
    'The value of a custom field. For several fields, use `and`.',
  )
  readonly customField?: CustomFieldConditionInput | null

  @Nullable(DateTimeRangeInput, 'Last inspected in this range.')
  readonly lastInspectedAt?: DateTimeRangeInput | null

  @Nullable(DateTimeRangeInput, 'The next inspection is due in this range.')
  readonly nextInspectionDueAt?: DateTimeRangeInput | null
}

export const AssetConnection = connectionType(AssetNode, assetListing, AssetFilterInput)
