import { GraphQLDateTime } from 'graphql-scalars'
import { ID } from 'type-graphql'
import { type InspectionOutcome, InspectionOutcomeEnum } from '../inspection/inspection-outcome.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { ReportFileType, ReportInspectionType } from './report-inspection.type.js'
import { ReportAssetType, ReportFindingType } from './report-lists.type.js'

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
