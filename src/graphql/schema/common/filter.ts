import { type ClassType, Field } from 'type-graphql'

/** Adds `and`, `or` and `not` to the input type of a filter. */
export function combines<Filter extends object>(filter: ClassType<Filter>): void {
  const add = (
    name: string,
    type: () => ClassType<Filter> | [ClassType<Filter>],
    description: string,
  ) => {
    Field(type, { nullable: true, description })(filter.prototype as object, name)
  }
  add('and', () => [filter], 'All of these hold.')
  add('or', () => [filter], 'At least one of these holds; of none, none does.')
  add('not', () => filter, 'This does not hold.')
}
