import { GraphQLDateTime } from 'graphql-scalars'
import { Float, ID, Int } from 'type-graphql'
import { AssetNode } from '../asset/asset.type.js'
import { ClientNode } from '../client/client.type.js'
import { type DocumentSize, documentSizes } from '../../../domain/document/document-size.js'
import { enumType } from '../common/enum-type.js'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { FindingNode } from '../finding/finding.type.js'
import { InspectionNode } from '../inspection/inspection.type.js'
import { JobNode } from '../job/job.type.js'
import { SiteNode } from '../site/site.type.js'
import { RemovableNode, UserNode } from '../user/user.type.js'

export const DocumentSizeEnum = enumType<DocumentSize>(
  'DocumentSize',
  'A size of an image. A smaller image stays as it is.',
  {
    thumbnail: `The longer side has ${documentSizes.thumbnail} pixels.`,
    small: `The longer side has ${documentSizes.small} pixels.`,
    large: `The longer side has ${documentSizes.large} pixels.`,
    original: 'The file as it was uploaded.',
  },
)

@NodeType(
  'Document',
  'A file, such as a photograph. It belongs to one record, which is in the field with its type; all these fields are null before the file is attached to a record.',
)
export class DocumentNode extends RemovableNode {
  @Nullable(JobNode, 'The job that the file belongs to; null if it belongs to none.')
  readonly job!: JobNode | null

  @Nullable(AssetNode, 'The asset that the file belongs to; null if it belongs to none.')
  readonly asset!: AssetNode | null

  @Nullable(SiteNode, 'The site that the file belongs to; null if it belongs to none.')
  readonly site!: SiteNode | null

  @Nullable(ClientNode, 'The client that the file belongs to; null if it belongs to none.')
  readonly client!: ClientNode | null

  @Nullable(InspectionNode, 'The inspection that the file belongs to; null if it belongs to none.')
  readonly inspection!: InspectionNode | null

  @Nullable(
    ID,
    'The id of the question whose answer in the inspection has the file; null if it belongs to no answer.',
  )
  readonly questionId!: string | null

  @Nullable(FindingNode, 'The finding that the file belongs to; null if it belongs to none.')
  readonly finding!: FindingNode | null

  @Nullable(UserNode, 'The user whose picture the file is; null if it is none.')
  readonly user!: UserNode | null

  @NonNull(Boolean, 'Whether the file belongs to the company itself.')
  readonly ofCompany!: boolean

  @NonNull(
    Boolean,
    'Whether it is the picture of the user, or the logo of the client or of the company.',
  )
  readonly picture!: boolean

  @NonNull(
    Boolean,
    'Whether it is the signature with which the job was completed. It cannot be removed.',
  )
  readonly signature!: boolean

  @NonNull(Boolean, 'Whether it is a report that the service has made. It cannot be removed.')
  readonly report!: boolean

  @NonNull(String, 'The file name, as it was uploaded.')
  readonly name!: string

  @NonNull(String, 'The media type, such as `application/pdf`.')
  readonly contentType!: string

  @NonNull(Int, 'The size in bytes.')
  readonly size!: number

  @Nullable(
    String,
    'The SHA-256 hash of the content in hexadecimal; null if the file was uploaded before release 1.2.',
  )
  readonly sha256!: string | null

  @Nullable(
    Int,
    'The width of an image in pixels, as it is shown; null for other files, and if the file does not say it.',
  )
  readonly width!: number | null

  @Nullable(
    Int,
    'The height of an image in pixels, as it is shown; null for other files, and if the file does not say it.',
  )
  readonly height!: number | null

  @Nullable(
    GraphQLDateTime,
    'When the photograph was taken, by the clock of its camera; null if the file does not say it. A time without an offset is in the time zone of the user who uploaded it.',
  )
  readonly takenAt!: Date | null

  @Nullable(
    Float,
    'Where the photograph was taken: degrees north of the equator, negative in the south. Null if the file does not say it, or if `Company.photoPositions` was false when it was uploaded.',
  )
  readonly latitude!: number | null

  @Nullable(
    Float,
    'Where the photograph was taken: degrees east of Greenwich, negative in the west; null if `latitude` is null.',
  )
  readonly longitude!: number | null

  @NonNull(UserNode, 'The user who uploaded the file.')
  readonly createdBy!: UserNode
}
