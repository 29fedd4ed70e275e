import type { ModelName } from '../../db/read/model.js'
import { relationPath } from '../../db/read/models.js'
import type { OrderKey } from '../../db/read/order.js'
import { fieldExpression } from '../../db/read/projection.js'
import { type AnyListing, type Order, orderFieldsOf } from './listing.js'

/** Compiles an order for the read engine. If a field occurs twice, only the first one counts. */
export function orderKeysOf({ model, orders }: AnyListing, order: readonly Order[]): OrderKey[] {
  const keys = new Map<string, OrderKey[]>()
  for (const { field, direction } of order) {
    const found = orders[field]
    if (!found) throw new Error(`expected an order of ${model}, got ${field}`)
    if (keys.has(field)) continue
    const { by, type, values, near } = orderFieldsOf(field, found)
    const [sqlType = '', nullable] = type.split(' | ')
    const compiled = by.map((path) => ({
      ...followed(model, path),
      type: sqlType,
      nullable: nullable === 'null',
      descending: direction === 'desc',
      values,
      near,
    }))
    keys.set(field, compiled)
  }
  return [...keys.values()].flat()
}

/** The relations and the expression of a field such as `site.client.legalName`. */
function followed(from: ModelName, field: string): Pick<OrderKey, 'path' | 'expression'> {
  const path = field.split('.')
  const last = path.pop() ?? ''
  const model = path.reduce<ModelName>((at, relation) => {
    const to = relationPath(at, relation)?.at(-1)
    if (to?.kind !== 'one') throw new Error(`expected a relation of ${at} to one, got ${relation}`)
    return to.model
  }, from)
  const expression = fieldExpression(model, last)
  if (!expression) throw new Error(`expected a field of ${model}, got ${last}`)
  return { path, expression }
}
