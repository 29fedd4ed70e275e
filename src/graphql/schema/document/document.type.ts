import { Int } from 'type-graphql'
import { AssetNode } from '../asset/asset.type.js'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { ChangingNode, NodeType } from '../common/node.type.js'
import { JobNode } from '../job/job.type.js'
import { UserNode } from '../user/user.type.js'

@NodeType('Document', 'A file that belongs to a job or to an asset.')
export class DocumentNode extends ChangingNode {
  @Nullable(JobNode, 'The job that the file belongs to; null if it belongs to none.')
  readonly job!: JobNode | null

  @Nullable(AssetNode, 'The asset that the file belongs to; null if it belongs to none.')
  readonly asset!: AssetNode | null

  @NonNull(String, 'The file name, as it was uploaded.')
  readonly name!: string

  @NonNull(String, 'The media type, such as `application/pdf`.')
  readonly contentType!: string

  @NonNull(Int, 'The size in bytes.')
  readonly size!: number

  @NonNull(
    String,
    'The path of the file on this host: `/documents/<id>`. A download requires the credentials of this API.',
  )
  readonly url!: string

  @NonNull(UserNode, 'The user who uploaded the file.')
  readonly createdBy!: UserNode
}
