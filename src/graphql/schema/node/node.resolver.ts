import { assertInterfaceType, type GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, ID, Info, Query, Resolver } from 'type-graphql'
import { findModels } from '../../../db/read/find-models.js'
import type { ModelName } from '../../../db/read/model.js'
import { NodeInterface } from '../common/node.interface.js'
import type { Context } from '../../context.js'
import { badInput } from '../../errors.js'
import { MAX_PAGE_SIZE } from '../../operation/page.js'
import { recordShape } from '../../read/plan.js'
import { readerOf, readRecords } from '../../read/read-graph.js'

@Resolver()
export class NodeResolver {
  @Query(() => NodeInterface, {
    nullable: true,
    description: 'The record with an id, whatever its type; null where there is none.',
  })
  async node(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const [node] = await readNodes([id], context, info)
    return node
  }

  @Query(() => [NodeInterface], {
    nullable: 'items',
    description: 'The records with some ids, in their order; null where there is none.',
  })
  nodes(
    @Arg('ids', () => [ID], { description: `The UUIDs of the records, at most ${MAX_PAGE_SIZE}.` })
    ids: string[],
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    if (ids.length > MAX_PAGE_SIZE) {
      throw badInput(`At most ${MAX_PAGE_SIZE} ids can be asked for at once.`, 'ids')
    }
    return readNodes(ids, context, info)
  }
}

/** Which record is of which type takes one statement; then each type takes one. */
async function readNodes(
  ids: readonly string[],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<(object | null)[]> {
  const found = await findModels(readerOf(context), nodeModels(info), ids)
  const models = new Set([...found.values()].map(({ model }) => model))
  const byModel = new Map(
    await Promise.all(
      [...models].map(async (model) => {
        const wanted = [...found.values()].filter((each) => each.model === model)
        const shape = recordShape(model, info)
        const records = await readRecords(
          shape,
          wanted.map(({ id }) => id),
          context,
        )
        return [model, records] as const
      }),
    ),
  )
  return ids.map((uuid) => {
    const place = found.get(uuid.toLowerCase())
    const record = place && byModel.get(place.model)?.get(place.id)
    return record ? { __typename: place.model, ...record } : null
  })
}

/** The read model calls its models as GraphQL calls its types. */
const nodeModels = ({ schema }: GraphQLResolveInfo) =>
  schema
    .getImplementations(assertInterfaceType(schema.getType('Node')))
    .objects.map(({ name }) => name as ModelName)
