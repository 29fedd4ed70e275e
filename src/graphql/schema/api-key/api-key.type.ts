import { GraphQLDateTime } from 'graphql-scalars'
import { Int } from 'type-graphql'
import type { Scope } from '../../../domain/access/scope.js'
import { enumType } from '../common/enum-type.js'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { ChangingNode, NodeType } from '../common/node.type.js'
import { UserNode } from '../user/user.type.js'

export const ApiKeyScopeEnum = enumType<Scope>(
  'ApiKeyScope',
  'What an API key may do. The role of its user limits it, too. Every scope includes `READ`. No scope allows a key to change API keys, or the password and the profile of its user.',
  {
    READ: 'Queries. The database refuses every write of a key with this scope alone.',
    FIELD_WORK:
      'Also the mutations of technicians: creating and updating assets, recording inspections, and the states of jobs.',
    ADMIN_WRITE:
      'Also the mutations of admins. They include those of users, so such a key can create an admin.',
  },
)

@NodeType(
  'ApiKey',
  'A long-lived credential of a script or an integration. If it acts for a user, it works alone, in the header `Authorization: Bearer`. Otherwise it works in `x-api-key` together with a token of a user, above all for the REST API under `/v1`. Only a hash of the key is stored.',
)
export class ApiKeyNode extends ChangingNode {
  @NonNull(String, 'What the key is for.')
  readonly name!: string

  @NonNull(String, 'The first characters of the key, to recognize it.')
  readonly prefix!: string

  @NonNull(UserNode, 'The user who created the key.')
  readonly createdBy!: UserNode

  @Nullable(
    UserNode,
    'The user that the key acts for, without a token; null if the key needs a token. While this user is inactive or removed, the key does not work alone.',
  )
  readonly actsAs!: UserNode | null

  @Nullable([ApiKeyScopeEnum], 'What the key may do; null if only the role of its user limits it.')
  readonly scopes!: Scope[] | null

  @Nullable([String], 'The CIDR ranges from which the key may be used; null for any address.')
  readonly addressRanges!: string[] | null

  @Nullable(GraphQLDateTime, 'When the key expires; null if it does not expire.')
  readonly expiresAt!: Date | null

  @Nullable(
    GraphQLDateTime,
    'When a request last used the key, updated about once a minute; null if no request has used it.',
  )
  readonly lastUsedAt!: Date | null

  @Nullable(
    String,
    'The IP address of that request; null if no request has used the key, or only a version that did not store addresses.',
  )
  readonly lastUsedAddress!: string | null

  @NonNull(
    Int,
    'The number of requests that have used the key, updated about once a minute; at most 2,147,483,647. Versions before 1.2 did not count.',
  )
  readonly useCount!: number

  @Nullable(GraphQLDateTime, 'When the key was revoked; null if it is not revoked.')
  readonly revokedAt!: Date | null
}
