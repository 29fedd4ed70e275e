import { GraphQLDateTime } from 'graphql-scalars'
import type { ReportKind } from '../../../domain/report/report-content.js'
import { enumType } from '../common/enum-type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { ReportContentType } from './report-content.type.js'

type ReportStatus = 'pending' | 'ready' | 'failed'

const ReportKindEnum = enumType<ReportKind>('ReportKind', 'What a report is about.', {
  inspection: 'An inspection with its answers.',
  job: 'A completed job with its inspections.',
  site: 'The state of a site.',
  certificate: 'That an inspection has passed, and until when that counts.',
})

const ReportStatusEnum = enumType<ReportStatus>('ReportStatus', 'Whether a report is made.', {
  pending: 'It is being made, which usually takes seconds.',
  ready: 'It is made, and never changes.',
  failed: 'It could not be made, in ten attempts over several hours. It can be requested again.',
})

@ValueType('Report', 'A report as a PDF, and what it shows.')
export class ReportType {
  @NonNull(ReportStatusEnum, 'Whether it is made.')
  readonly status!: ReportStatus

  @NonNull(ReportKindEnum, 'What it is about.')
  readonly kind!: ReportKind

  @NonNull(GraphQLDateTime, 'When the record was completed, or the report was requested.')
  readonly createdAt!: Date

  @Nullable(
    String,
    'A link to the PDF that opens without credentials: as `Document.url`. Null until it is ready.',
  )
  readonly url!: string | null

  @Nullable(
    String,
    'The SHA-256 hash of the PDF in hexadecimal; null until it is ready. `GET /verify/<hash>` confirms it.',
  )
  readonly sha256!: string | null

  @Nullable(
    String,
    'The hash of the content, which the PDF shows on each page, so that a printed report can be verified, too; null until it is ready.',
  )
  readonly contentSha256!: string | null

  @Nullable(ReportContentType, 'What it shows; null until it is ready.')
  readonly content!: ReportContentType | null
}
