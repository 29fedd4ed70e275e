import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import type { GraphQLSchema } from 'graphql'
import { isOpenToAnyone, openWith } from './access.js'
import type { Context } from './context.js'
import type { DocumentStore } from './document-store.js'
import { badRequest, isOurs, maskError } from './errors.js'
import { createExecutor } from './executor.js'
import type { RequireModest } from './limits.js'
import { answerStatus } from './status.js'

export interface ServerOptions {
  /** Whether anonymous callers may read the schema. */
  readonly openIntrospection: boolean
  readonly documents: DocumentStore
  readonly requireModest: RequireModest
}

const MAX_TOKENS = 10_000

/** The GraphQL face: Apollo, with graphql-jit where Apollo would run graphql-js. */
export function createApollo(
  schema: GraphQLSchema,
  options: ServerOptions,
  plugins: ApolloServerPlugin<Context>[] = [],
): ApolloServer<Context> {
  return new ApolloServer<Context>({
    gateway: gatewayOf(schema),
    introspection: true,
    hideSchemaDetailsFromClientErrors: !options.openIntrospection,
    includeStacktraceInErrorResponses: false,
    allowBatchedHttpRequests: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxLexicalTokens: MAX_TOKENS },
    documentStore: options.documents,
    formatError: maskError,
    plugins: [
      // Its cache hints would wrap every field in a function.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      admission(schema, options),
      answerStatus,
      reporting,
      ...plugins,
    ],
  })
}

/** Apollo lets another executor in only as a gateway. */
function gatewayOf(schema: GraphQLSchema): NonNullable<ApolloServerOptions<Context>['gateway']> {
  const execute = createExecutor<Context>(schema)
  return {
    load: () =>
      Promise.resolve({
        executor: ({ document, operation, operationName, request, context }) => {
          const variables = request.variables ?? {}
          return execute({
            document,
            operation,
            operationName,
            variables,
            context: context as Context,
          })
        },
      }),
    onSchemaLoadOrUpdate: (callback) => {
      callback({ apiSchema: schema, coreSupergraphSdl: '' })
      return () => undefined
    },
    stop: () => Promise.resolve(),
  }
}

/** Decides, once it is known what is asked, who is asking and whether it is too much. */
function admission(
  schema: GraphQLSchema,
  { openIntrospection, requireModest }: ServerOptions,
): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: async ({
          document,
          operation,
          operationName,
          request,
          contextValue,
        }) => {
          if (!operation) return
          if (!isOpenToAnyone(document, operation, openIntrospection)) {
            contextValue.session = await openWith(contextValue.db, contextValue.credentials)
          }
          if (!schema.getRootType(operation.operation)) {
            throw badRequest(`There is no ${operation.operation} here.`)
          }
          requireModest({ document, operation, operationName, variables: request.variables ?? {} })
        },
      }),
  }
}

/** Logs what an answer does not show. */
const reporting: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      didEncounterErrors: ({ errors, contextValue }) => {
        for (const error of errors) if (isOurs(error)) contextValue.report(error)
        return Promise.resolve()
      },
    }),
}
