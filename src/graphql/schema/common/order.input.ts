import { type ClassType, Field } from 'type-graphql'
import { type AnyListing, type Order, orderFieldsOf } from '../../../domain/listing/listing.js'
import type { ModelName } from '../../../db/read/model.js'
import { graphPathOf } from '../../operation/model-fields.js'
import { constantCase, enumType } from './enum-type.js'
import { InputObject, NonNull } from './type.decorator.js'

export const OrderDirection = enumType<Order['direction']>('OrderDirection', 'A sort direction.', {
  asc: 'From the smallest, earliest or alphabetically first value; null comes last.',
  desc: 'From the largest, latest or alphabetically last value; null comes first.',
})

/** The input type of one sort key of a listing, with an enum of the fields that the listing can be sorted by. */
export function orderInput({ model, orders }: AnyListing): ClassType<Order> {
  const OrderField = enumType(
    `${model}OrderField`,
    `The fields that lists of ${model} records can be sorted by.`,
    Object.fromEntries(
      Object.entries(orders).map(([field, order]) => [field, descriptionOf(model, field, order)]),
    ),
    (field) => constantCase(withoutId(field)),
  )

  @InputObject(`${model}Order`, `A sort key of lists of ${model} records.`)
  class OrderInput implements Order {
    @NonNull(OrderField, 'The field to sort by.')
    readonly field!: string

    @Field(() => OrderDirection, { defaultValue: 'asc', description: 'The sort direction.' })
    readonly direction!: Order['direction']
  }
  return OrderInput
}

const IN_COMMIT_ORDER =
  'By the transaction of the write. In ascending order, an entry appears only when no older transaction is in progress, usually within milliseconds. So a client that continues from its last cursor misses no entry.'

/** The domain sorts by `riskId`; the value of the GraphQL enum is `RISK`. */
const withoutId = (field: string) => field.replace(/(?<=.)Id$/, '')

function descriptionOf(
  model: ModelName,
  field: string,
  order: AnyListing['orders'][string],
): string {
  if (field === 'id') return 'By creation.'
  if (field === 'transactionId') return IN_COMMIT_ORDER
  if (field === 'riskId') return 'By `riskLevel`: `CRITICAL`, `HIGH`, `MEDIUM`, `LOW`.'
  const { by, values } = orderFieldsOf(field, order)
  const paths = by.map((path) => `\`${graphPathOf(model, path)}\``)
  if (values)
    return `By \`${field}\`: ${values.map((value) => `\`${constantCase(value)}\``).join(', ')}.`
  return `By ${paths.join(', then ')}.`
}
