import { type ClassType, Field, InputType, registerEnumType } from 'type-graphql'
import type { AnyListing, Order } from '../../../domain/listing/listing.js'

/** The names of an enum in GraphQL are in upper case: `legalName` is `LEGAL_NAME`. */
const constantCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

enum OrderDirection {
  ASC = 'asc',
  DESC = 'desc',
}
registerEnumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'Which way an order runs. Null counts as larger than every value.',
  valuesConfig: {
    ASC: { description: 'Smallest, earliest or first in the alphabet first; null last.' },
    DESC: { description: 'Largest, latest or last in the alphabet first; null first.' },
  },
})

/** The input type of one key of a list's order, with an enum of all that the listing can be ordered by. */
export function orderInput(name: string, { orders }: AnyListing): ClassType<Order> {
  const fields = Object.keys(orders).map((field) => ({
    field,
    name: constantCase(field.replace(/(?<=.)Id$/, '')),
    words: field.replace(/(?<=.)Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  }))
  const fieldEnum = Object.fromEntries(fields.map((each) => [each.name, each.field]))
  registerEnumType(fieldEnum, {
    name: `${name}OrderField`,
    description: `What a list of ${name} records can be ordered by.`,
    valuesConfig: Object.fromEntries(
      fields.map((each) => [
        each.name,
        { description: each.field === 'id' ? 'The order of creation.' : `By ${each.words}.` },
      ]),
    ),
  })

  @InputType(`${name}Order`, { description: `One key of the order of a list of ${name} records.` })
  class OrderInput implements Order {
    @Field(() => fieldEnum, { description: 'What to order by.' })
    readonly field!: string

    @Field(() => OrderDirection, {
      defaultValue: OrderDirection.ASC,
      description: 'Which way to order.',
    })
    readonly direction!: Order['direction']
  }
  return OrderInput
}
