import { GraphQLError, GraphQLScalarType } from 'graphql'
import { GraphQLNonNegativeInt } from 'graphql-scalars'

/** The library's scalar, but for variables such as `1.5` and `"2"`: it would take them for 1 and 2. */
export const NonNegativeInt = new GraphQLScalarType<number, number>({
  ...GraphQLNonNegativeInt.toConfig(),
  parseValue(value) {
    if (!Number.isInteger(value)) throw new GraphQLError('Value is not an integer.')
    return GraphQLNonNegativeInt.parseValue(value) as number
  },
})
