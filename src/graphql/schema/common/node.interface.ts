import { Field, ID, Int, InterfaceType } from 'type-graphql'

@InterfaceType('Node', {
  description: 'A record, found by its id wherever it may be.',
  autoRegisterImplementations: false,
  // type-graphql would look for a class instance; records are plain objects.
  resolveType: ({ __typename }: { readonly __typename: string }) => __typename,
})
export abstract class NodeInterface {
  @Field(() => ID, {
    description:
      'The UUID of the record, unique across all types. Set B calls it `id`, Set A `source_uuid`.',
  })
  readonly id!: string

  @Field(() => Int, {
    description: 'The integer id of the record, unique within its type. Set A calls it `id`.',
  })
  readonly databaseId!: number
}
