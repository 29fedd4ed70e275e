import { ID, InputType, Int } from 'type-graphql'
import type { AssetTypeDetails } from '../../../domain/asset-type/asset-type-details.js'
import type { NewAssetType } from '../../../domain/asset-type/create-asset-type.js'
import type { AssetTypeChange } from '../../../domain/asset-type/update-asset-type.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'
import { RiskLevelEnum } from '../risk/risk.type.js'
import { CustomFieldInput } from './custom-field.input.js'
import { Duration, type InspectionSchedule, InspectionScheduleEnum } from './asset-type.type.js'

@InputType({ description: 'The optional fields of an asset type.' })
abstract class AssetTypeDetailsInput implements AssetTypeDetails {
  @Nullable(RiskLevelEnum, 'The default risk of new assets; null for none.')
  readonly riskLevel?: RiskLevel | null

  @Nullable(ID, 'The checklist for inspections; null for none.')
  readonly checklistId?: string | null

  @Nullable([CustomFieldInput], 'All custom fields, in display order, at most 100; null for none.')
  readonly customFields?: CustomFieldInput[] | null

  @Nullable(Boolean, 'Whether the checklist must be completed in order; null means false.')
  readonly enforceChecklistOrder?: boolean | null

  @Nullable(
    Duration,
    'The time between inspections: whole years, months, weeks and days, at most 200 years, such as `P6M`; null if none are due.',
  )
  readonly inspectionInterval?: string | null

  @Nullable(
    Int,
    'The days between inspections, 1 to 73,000; null if none are due. Give this or `inspectionInterval`, not both.',
  )
  readonly inspectionIntervalDays?: number | null

  @Nullable(
    InspectionScheduleEnum,
    'What the interval is counted from; null means `FLOATING`. Applies to the next inspection of each asset.',
  )
  readonly inspectionSchedule?: InspectionSchedule | null
}

@InputObject('CreateAssetTypeInput', 'The asset type to create.')
export class CreateAssetTypeInput extends AssetTypeDetailsInput implements NewAssetType {
  @NonNull(String, 'The name of the type.')
  readonly name!: string

  @NonNull(
    String,
    'The prefix of generated asset codes: 1 to 10 letters A to Z and digits, stored in upper case. Unique in the company, removed types included.',
  )
  readonly shortCode!: string
}

@InputObject('UpdateAssetTypeInput', 'Changes to an asset type. Absent fields keep their values.')
export class UpdateAssetTypeInput extends AssetTypeDetailsInput implements AssetTypeChange {
  @NonNull(ID, 'The UUID of the asset type.')
  readonly id!: string

  @Nullable(String, 'The name of the type. Null is rejected.')
  readonly name?: string | null

  @Nullable(
    String,
    'The prefix of asset codes that are generated from now on: 1 to 10 letters A to Z and digits, stored in upper case. Unique in the company, removed types included. Null is rejected.',
  )
  readonly shortCode?: string | null
}
