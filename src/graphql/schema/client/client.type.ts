import { Int } from 'type-graphql'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { RemovableNode, UserNode } from '../user/user.type.js'

@NodeType('Client', 'A customer of the company. Its sites are inspected.')
export class ClientNode extends RemovableNode {
  @NonNull(String, 'The registered name.')
  readonly legalName!: string

  @Nullable(String, 'The name that the client does business under; null if none is known.')
  readonly tradingName!: string | null

  @Nullable(String, 'The company registration number; null if unknown.')
  readonly registrationNumber!: string | null

  @Nullable(String, 'The VAT number; null if unknown.')
  readonly vatNumber!: string | null

  @Nullable(
    String,
    'The logo: a path on this host that opens without credentials for 15 to 30 minutes, like `Document.url`; null if there is none.',
  )
  readonly logoUrl!: string | null

  @NonNull(Int, 'The number of sites of the client.')
  readonly sitesCount!: number

  @NonNull(Int, 'The number of files that belong to the client.')
  readonly documentsCount!: number

  @NonNull(Int, 'The number of open findings about assets at sites of the client.')
  readonly openFindingsCount!: number

  @NonNull(UserNode, 'The user who created the record.')
  readonly createdBy!: UserNode
}
