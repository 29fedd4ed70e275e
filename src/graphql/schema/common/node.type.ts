import { GraphQLDateTime } from 'graphql-scalars'
import { type ClassType, ID, Int, InterfaceType, ObjectType } from 'type-graphql'
import { NonNull } from './type.decorator.js'

@InterfaceType('Node', {
  description: 'A record with an id. The queries `node` and `nodes` find records of all types.',
  autoRegisterImplementations: false,
  // By default, type-graphql expects instances of classes; records are plain objects.
  resolveType: ({ __typename }: { readonly __typename: string }) => __typename,
})
export abstract class NodeInterface {
  @NonNull(ID, 'The UUID of the record, unique across all types.')
  readonly id!: string

  @NonNull(Int, 'The integer id of the record, unique within its type.')
  readonly databaseId!: number
}

/** The base of node types with `createdAt` and `updatedAt`. */
@ObjectType({ simpleResolvers: true })
export abstract class ChangingNode extends NodeInterface {
  @NonNull(GraphQLDateTime, 'When the record was created.')
  readonly createdAt!: Date

  @NonNull(GraphQLDateTime, 'When the record was last changed.')
  readonly updatedAt!: Date
}

/** Declares an object type that implements `Node`. Its fields are plain properties of the records. */
export const NodeType =
  (name: string, description: string) =>
  (node: ClassType): void => {
    nodeTypes.set(name, node)
    ObjectType(name, { implements: NodeInterface, simpleResolvers: true, description })(node)
  }

/** The node types that are loaded, by name. */
export const nodeTypes = new Map<string, ClassType>()
