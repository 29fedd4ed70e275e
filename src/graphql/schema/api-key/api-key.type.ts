import { GraphQLDateTime } from 'graphql-scalars'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { NodeInterface, NodeType } from '../common/node.type.js'
import { UserNode } from '../user/user.type.js'

@NodeType(
  'ApiKey',
  'A long-lived credential with which an integration calls the REST API under `/v1`, in the header `x-api-key`. Only a hash of the key is stored.',
)
export class ApiKeyNode extends NodeInterface {
  @NonNull(String, 'What the key is for.')
  readonly name!: string

  @NonNull(String, 'The first characters of the key, to recognize it.')
  readonly prefix!: string

  @NonNull(UserNode, 'The user who created the key.')
  readonly createdBy!: UserNode

  @NonNull(GraphQLDateTime, 'When the key was created.')
  readonly createdAt!: Date

  @Nullable(GraphQLDateTime, 'When the key expires; null if it does not expire.')
  readonly expiresAt!: Date | null

  @Nullable(
    GraphQLDateTime,
    'When a request last used the key, updated at most once a minute; null if no request has used it.',
  )
  readonly lastUsedAt!: Date | null

  @Nullable(GraphQLDateTime, 'When the key was revoked; null if it is not revoked.')
  readonly revokedAt!: Date | null
}
