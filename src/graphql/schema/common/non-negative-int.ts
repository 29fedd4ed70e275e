import { GraphQLError, GraphQLScalarType } from 'graphql'
import { GraphQLNonNegativeInt } from 'graphql-scalars'

/** The scalar of graphql-scalars, except that it rejects variables such as `1.5` and `"2"` instead of converting them. */
export const NonNegativeInt = new GraphQLScalarType<number, number>({
  ...GraphQLNonNegativeInt.toConfig(),
  parseValue(value) {
    if (!Number.isInteger(value)) throw new GraphQLError('Value is not an integer.')
    return GraphQLNonNegativeInt.parseValue(value) as number
  },
})
