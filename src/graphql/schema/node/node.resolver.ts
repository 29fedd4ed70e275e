import type { GraphQLResolveInfo } from 'graphql'
import { Arg, ID, Info, Query, Resolver } from 'type-graphql'
import { MAX_PAGE_SIZE } from '../../operation/page.js'
import { refuseTooManyIds } from '../../read/lookups.js'
import { NodeInterface } from '../common/node.type.js'
import { Id } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { readNodes } from './read-nodes.js'

@Resolver()
export class NodeResolver {
  @Query(() => NodeInterface, {
    nullable: true,
    description: 'The record with this id, of any type; null if there is none.',
  })
  async node(
    @Id() id: string,
    @Info() { schema }: GraphQLResolveInfo,
    @FieldReader() read: FieldReader,
  ) {
    const [node] = await readNodes([id], schema, read)
    return node
  }

  @Query(() => [NodeInterface], {
    nullable: 'items',
    description:
      'The records with these ids, of any type, in the order of `ids`; null for an id that no record has.',
  })
  nodes(
    @Arg('ids', () => [ID], { description: `The UUIDs of the records, at most ${MAX_PAGE_SIZE}.` })
    ids: string[],
    @Info() { schema }: GraphQLResolveInfo,
    @FieldReader() read: FieldReader,
  ) {
    refuseTooManyIds(ids)
    return readNodes(ids, schema, read)
  }
}
