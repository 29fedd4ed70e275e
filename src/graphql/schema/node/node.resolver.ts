import { assertInterfaceType, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql'
import { Arg, ID, Info, Query, Resolver } from 'type-graphql'
import { findModels } from '../../../db/read/find-models.js'
import type { ModelName } from '../../../db/read/model.js'
import { forbidden } from '../../../domain/access/policy.js'
import { MAX_PAGE_SIZE } from '../../operation/page.js'
import { mayRead } from '../../operation/read-policies.js'
import { refuseTooManyIds } from '../../read/lookups.js'
import { NodeInterface } from '../common/node.type.js'
import { Id } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'

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

/**
 * One statement finds the type of each record; then one statement reads the records of each type. Returns an error in place
 * of a record that the viewer's role may not read.
 */
async function readNodes(
  ids: readonly string[],
  schema: GraphQLSchema,
  read: FieldReader,
): Promise<(object | null)[]> {
  const { objects } = schema.getImplementations(assertInterfaceType(schema.getType('Node')))
  const models = objects.map(({ name }) => name as ModelName)
  const found = await findModels(read.reader, models, ids)
  const byModel = new Map<string, ReadonlyMap<number, object>>()
  await Promise.all(
    objects.map(async (type) => {
      const keys = [...found.values()].filter(({ model }) => model === type.name)
      if (keys.length === 0 || !mayRead(read.viewer, type.name)) return
      byModel.set(
        type.name,
        await read.records(
          type,
          keys.map(({ id }) => id),
        ),
      )
    }),
  )
  return ids.map((uuid) => {
    const key = found.get(uuid.toLowerCase())
    if (key && !mayRead(read.viewer, key.model)) return forbidden()
    const record = key && byModel.get(key.model)?.get(key.id)
    return record ? { __typename: key.model, ...record } : null
  })
}
