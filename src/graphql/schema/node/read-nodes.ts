import { assertInterfaceType, type GraphQLSchema } from 'graphql'
import { findModels } from '../../../db/read/find-models.js'
import type { ModelName } from '../../../db/read/model.js'
import type { PageRequest } from '../../../db/read/page.js'
import { forbidden } from '../../../domain/access/authorise.js'
import { mayRead } from '../../operation/read-policies.js'
import type { FieldReader } from '../common/field-reader.decorator.js'

/**
 * One statement finds the type of each record; then one statement reads the records of each type. Returns an error in place
 * of a record that the viewer's role may not read. Without `removed`, removed records are left out.
 */
export async function readNodes(
  ids: readonly string[],
  schema: GraphQLSchema,
  read: FieldReader,
  options: Pick<PageRequest, 'removed'> = {},
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
          options,
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
