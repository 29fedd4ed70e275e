import { GraphQLDateTime, GraphQLPositiveInt } from 'graphql-scalars'
import { Field, ObjectType } from 'type-graphql'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'
import { UserNode } from '../user/user.type.js'

@ObjectType('Document', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'A file that belongs to a job or to an asset.',
})
export class DocumentNode extends NodeInterface {
  @Field(() => String, { description: 'The file name as it was uploaded.' })
  readonly name!: string

  @Field(() => String, { description: 'The media type, such as `application/pdf`.' })
  readonly contentType!: string

  @Field(() => GraphQLPositiveInt, { description: 'The length in bytes.' })
  readonly size!: number

  @Field(() => String, {
    description:
      'Where the file is downloaded, from the root of this host, with the same credentials: `/documents/<id>`.',
  })
  readonly url!: string

  @Field(() => UserNode, { description: 'Who uploaded the file.' })
  readonly createdBy!: UserNode

  @Field(() => GraphQLDateTime, { description: 'When the file was uploaded.' })
  readonly createdAt!: Date
}

export const DocumentConnection = connectionType('Document', () => DocumentNode)
