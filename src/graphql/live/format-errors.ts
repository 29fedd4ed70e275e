import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { maskError, withCode } from '../errors.js'

/** Formats errors for the client as Apollo Server does for a response. */
export const formatErrors = (thrown: readonly unknown[]): GraphQLFormattedError[] =>
  thrown.map((each) => {
    const error = each instanceof GraphQLError ? each : new GraphQLError('', withCause(each))
    const extensions = { ...withCode('INTERNAL_SERVER_ERROR'), ...error.extensions }
    const formatted = maskError({ ...error.toJSON(), extensions }, error)
    // The status of a response, which a stream does not have.
    const shown = Object.entries(formatted.extensions ?? {}).filter(([name]) => name !== 'http')
    return { ...formatted, extensions: Object.fromEntries(shown) }
  })

const withCause = (thrown: unknown) => ({
  originalError: thrown instanceof Error ? thrown : new Error(String(thrown)),
})
