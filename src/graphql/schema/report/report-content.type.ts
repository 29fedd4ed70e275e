import { GraphQLDateTime } from 'graphql-scalars'
import { ID, Int } from 'type-graphql'
import type { AssetStatus } from '../../../domain/asset/asset-status.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { AssetStatusEnum } from '../asset/asset-status.js'
import { type FindingStatus, FindingStatusEnum } from '../finding/finding-status.js'
import { type InspectionOutcome, InspectionOutcomeEnum } from '../inspection/inspection-outcome.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { RiskLevelEnum } from '../risk/risk.type.js'
import { ReportFileType, ReportInspectionType } from './report-inspection.type.js'

@ValueType('ReportFact', 'A line of the first page.')
class ReportFactType {
  @NonNull(String, 'What the value is, such as `Inspector`.')
  readonly label!: string

  @NonNull(String, 'The value in words. Times are in the time zone of the report.')
  readonly value!: string
}

@ValueType('ReportCompany', 'The company that issues a report, as it was when the report was made.')
class ReportCompanyType {
  @NonNull(String, 'The name.')
  readonly name!: string

  @Nullable(String, 'The company registration number; null if unknown.')
  readonly registrationNumber!: string | null

  @Nullable(String, 'The VAT number; null if unknown.')
  readonly vatNumber!: string | null

  @Nullable(ID, 'The id of the `Document` with the logo; null if there was none.')
  readonly logoId!: string | null
}

@ValueType('ReportAsset', 'An asset of a site, as it was when the report was made.')
class ReportAssetType {
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
class ReportFindingType {
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

@ValueType('ReportSignature', 'The drawn signature of a job.')
class ReportSignatureType {
  @NonNull(String, 'The name of the person who signed.')
  readonly name!: string

  @NonNull(GraphQLDateTime, 'When the job was completed with it.')
  readonly signedAt!: Date

  @NonNull(String, 'The hash of the signature: as `Signature.sha256`.')
  readonly sha256!: string

  @NonNull(ID, 'The id of the `Document` with the drawing.')
  readonly documentId!: string
}

@ValueType('ReportContent', 'What a report shows: the PDF is made of it. It never changes.')
export class ReportContentType {
  @NonNull(String, 'The title, such as `Job report`.')
  readonly title!: string

  @NonNull(String, 'What it is about, such as the code and the type of the asset.')
  readonly subtitle!: string

  @Nullable(InspectionOutcomeEnum, 'The outcome; null if it is not about one inspection.')
  readonly outcome!: InspectionOutcome | null

  @NonNull(String, 'The language of the texts in words, as in BCP 47.')
  readonly language!: string

  @NonNull(String, 'The IANA time zone of the site, in which times in words are.')
  readonly timeZone!: string

  @NonNull(ReportCompanyType, 'The company.')
  readonly company!: ReportCompanyType

  @NonNull([ReportFactType], 'The first page, from top to bottom.')
  readonly facts!: ReportFactType[]

  @NonNull(
    [ReportInspectionType],
    'The inspections with their answers, in the order of their times.',
  )
  readonly inspections!: ReportInspectionType[]

  @NonNull([ReportAssetType], 'The assets of the site; empty unless it is about a site.')
  readonly assets!: ReportAssetType[]

  @NonNull([ReportFindingType], 'The findings, the most severe ones first.')
  readonly findings!: ReportFindingType[]

  @NonNull([ReportFileType], 'The files of the job or the site itself.')
  readonly photographs!: ReportFileType[]

  @Nullable(ReportSignatureType, 'The signature; null if there is none.')
  readonly signature!: ReportSignatureType | null

  @NonNull(
    [ReportFileType],
    'All files that it is based on. The PDF refers to them by their places in this list.',
  )
  readonly evidence!: ReportFileType[]
}
