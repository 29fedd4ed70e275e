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

  @NonNull(String, 'The first characters of the key, to distinguish keys.')
  readonly prefix!: string

  @NonNull(UserNode, 'The user who created the key.')
  readonly createdBy!: UserNode

  @NonNull(GraphQLDateTime, 'When the key was created.')
  readonly createdAt!: Date

  @Nullable(GraphQLDateTime, 'When the key stops working; null for never.')
  readonly expiresAt!: Date | null

  @Nullable(
    GraphQLDateTime,
    'When a request last used the key, up to a minute late; null if none has.',
  )
  readonly lastUsedAt!: Date | null

  @Nullable(GraphQLDateTime, 'When the key was revoked; null if it is not revoked.')
  readonly revokedAt!: Date | null
}
