import { GraphQLDateTime } from 'graphql-scalars'
import { ID, Int } from 'type-graphql'
import type { AssetStatus } from '../../../domain/asset/asset-status.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { AssetStatusEnum } from '../asset/asset-status.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { type FindingStatus, FindingStatusEnum } from '../finding/finding-status.js'
import { RiskLevelEnum } from '../risk/risk.type.js'
import { ReportFileType } from './report-inspection.type.js'

@ValueType('ReportAsset', 'An asset of a site, as it was when the report was made.')
export class ReportAssetType {
  @NonNull(ID, 'The id of the `Asset`.')
  readonly assetId!: string

  @NonNull(String, 'The code.')
  readonly code!: string

  @NonNull(String, 'The name of the type.')
  readonly type!: string

  @NonNull(String, 'The name of the zone.')
  readonly zone!: string

  @NonNull(AssetStatusEnum, 'The status.')
  readonly status!: AssetStatus

  @Nullable(GraphQLDateTime, 'When it was last inspected; null if never.')
  readonly lastInspectedAt!: Date | null

  @Nullable(GraphQLDateTime, 'When the next inspection was due; null if it was not scheduled.')
  readonly nextInspectionDueAt!: Date | null

  @NonNull(Int, 'The number of open findings.')
  readonly openFindings!: number
}

@ValueType('ReportFinding', 'A finding, as it was when the report was made.')
export class ReportFindingType {
  @NonNull(ID, 'The id of the `Finding`.')
  readonly findingId!: string

  @NonNull(String, 'The code of the asset.')
  readonly assetCode!: string

  @NonNull(String, 'What is wrong.')
  readonly title!: string

  @Nullable(String, 'More about it; null if there is nothing more.')
  readonly note!: string | null

  @NonNull(RiskLevelEnum, 'How severe it is.')
  readonly severity!: RiskLevel

  @NonNull(FindingStatusEnum, 'The status.')
  readonly status!: FindingStatus

  @NonNull(GraphQLDateTime, 'When it was opened.')
  readonly openedAt!: Date

  @NonNull(GraphQLDateTime, 'Until when it should be resolved.')
  readonly dueAt!: Date

  @Nullable(String, 'How it was resolved, or why the risk is accepted; null if it is open.')
  readonly resolution!: string | null

  @NonNull([ReportFileType], 'Its photographs and other files.')
  readonly photographs!: ReportFileType[]
}
