import { GraphQLDateTime } from 'graphql-scalars'
import { ID, Int } from 'type-graphql'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { type InspectionOutcome, InspectionOutcomeEnum } from '../inspection/inspection-outcome.js'

@ValueType('ReportFile', 'A file that a report is based on.')
export class ReportFileType {
  @NonNull(ID, 'The id of the `Document`.')
  readonly documentId!: string

  @NonNull(String, 'The file name.')
  readonly name!: string

  @NonNull(String, 'The media type.')
  readonly contentType!: string

  @NonNull(Int, 'The size in bytes.')
  readonly size!: number

  @Nullable(String, 'The SHA-256 hash of the content in hexadecimal; null if it is unknown.')
  readonly sha256!: string | null
}

@ValueType('ReportAnswer', 'An answer as a report shows it.')
class ReportAnswerType {
  @NonNull(ID, 'The id of the question.')
  readonly questionId!: string

  @NonNull(String, 'The text of the question, as it was asked.')
  readonly question!: string

  @Nullable(String, 'The condition under which it is asked, in words; null if it always is.')
  readonly condition!: string | null

  @Nullable(String, 'The answer in words, in the language of the report; null if there is none.')
  readonly answer!: string | null

  @NonNull(Boolean, 'Whether the question was not applicable.')
  readonly notApplicable!: boolean

  @NonNull(Boolean, 'Whether the answer fails.')
  readonly fails!: boolean

  @Nullable(String, 'The inspector’s note; null if there is none.')
  readonly note!: string | null

  @Nullable(GraphQLDateTime, 'When the question was answered; null if unknown.')
  readonly answeredAt!: Date | null

  @NonNull([ReportFileType], 'The photographs of the answer.')
  readonly photographs!: ReportFileType[]
}

@ValueType('ReportSection', 'A section of a checklist with its answers.')
class ReportSectionType {
  @NonNull(String, 'The name of the section.')
  readonly name!: string

  @NonNull([ReportAnswerType], 'The answers, in the order of the questions.')
  readonly answers!: ReportAnswerType[]
}

@ValueType(
  'ReportInspectedAsset',
  'The asset of an inspection, as it was when the report was made.',
)
class ReportInspectedAssetType {
  @NonNull(ID, 'The id of the `Asset`.')
  readonly assetId!: string

  @NonNull(String, 'The code.')
  readonly code!: string

  @NonNull(String, 'The name of the type.')
  readonly type!: string
}

@ValueType('ReportChecklist', 'The checklist that was answered.')
class ReportChecklistType {
  @NonNull(String, 'The name.')
  readonly name!: string

  @NonNull(Int, 'The number of the version.')
  readonly version!: number
}

@ValueType('ReportInspection', 'An inspection as a report shows it.')
export class ReportInspectionType {
  @NonNull(ID, 'The id of the `Inspection`.')
  readonly inspectionId!: string

  @NonNull(ReportInspectedAssetType, 'The inspected asset.')
  readonly asset!: ReportInspectedAssetType

  @NonNull(String, 'The name of the zone.')
  readonly zone!: string

  @NonNull(GraphQLDateTime, 'When the asset was inspected.')
  readonly inspectedAt!: Date

  @NonNull(String, 'The name of the inspector.')
  readonly inspector!: string

  @NonNull(InspectionOutcomeEnum, 'The outcome.')
  readonly outcome!: InspectionOutcome

  @Nullable(Int, 'The score, 0 to 100; null if there is none.')
  readonly score!: number | null

  @Nullable(String, 'The inspector’s note; null if there is none.')
  readonly note!: string | null

  @Nullable(ReportChecklistType, 'The checklist; null if the inspection has no answers.')
  readonly checklist!: ReportChecklistType | null

  @NonNull([ReportSectionType], 'The sections of the checklist that have answers.')
  readonly sections!: ReportSectionType[]

  @NonNull([ReportFileType], 'The files of the inspection that belong to no answer.')
  readonly photographs!: ReportFileType[]
}
