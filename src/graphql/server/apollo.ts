import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import type { GraphQLSchema } from 'graphql'
import { authenticateRequest } from '../authentication.js'
import type { Context } from '../context.js'
import { MAX_TOKENS } from './document-limits.js'
import type { DocumentStore } from './document-store.js'
import { badRequest, isServerError, maskError } from '../errors.js'
import type { Preparer } from '../operation/prepared-request.js'
import { executeResolvers } from './executor.js'
import { answerStatus } from './status.js'

export interface ServerOptions {
  /** Whether anonymous callers may read the schema. */
  readonly openIntrospection: boolean
  readonly documents: DocumentStore
  readonly preparer: Preparer
  /** Whether SQL reads the payloads of mutations. */
  readonly sqlAnswers: boolean
}

/** Validation stops at this number of errors. */
const MAX_VALIDATION_ERRORS = 5

/** Apollo Server, with authentication, limits and error masking. */
export function createApollo(
  schema: GraphQLSchema,
  options: ServerOptions,
  plugins: ApolloServerPlugin<Context>[] = [],
): ApolloServer<Context> {
  return new ApolloServer<Context>({
    gateway: gatewayOf(schema, options),
    introspection: true,
    hideSchemaDetailsFromClientErrors: !options.openIntrospection,
    includeStacktraceInErrorResponses: false,
    allowBatchedHttpRequests: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxLexicalTokens: MAX_TOKENS },
    validationOptions: { maxErrors: MAX_VALIDATION_ERRORS },
    documentStore: options.documents,
    formatError: maskError,
    plugins: [
      // Cache hints would wrap every resolver in a function.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      admission(schema, options),
      answerStatus,
      reporting,
      ...plugins,
    ],
  })
}

/**
 * Our executor as a gateway: Apollo's own would coerce the variables once more, and has other words for a document
 * without the operation.
 */
function gatewayOf(
  schema: GraphQLSchema,
  { preparer: { executionSchema }, sqlAnswers: sql }: ServerOptions,
): NonNullable<ApolloServerOptions<Context>['gateway']> {
  return {
    load: () =>
      Promise.resolve({
        executor: ({ operationName, context }) =>
          executeResolvers(executionSchema, context as Context, { operationName, sql }),
      }),
    onSchemaLoadOrUpdate: (callback) => {
      callback({ apiSchema: schema, coreSupergraphSdl: '' })
      return () => undefined
    },
    stop: () => Promise.resolve(),
  }
}

/** Authenticates the request and prepares it: both before any resolver runs. */
function admission(
  schema: GraphQLSchema,
  { openIntrospection, preparer }: ServerOptions,
): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: async ({ document, operation, request, contextValue }) => {
          if (!operation) return
          const prepared = preparer.operationOf(document, operation)
          if (prepared.needsSession || (prepared.introspects && !openIntrospection)) {
            const { db, credentials } = contextValue
            contextValue.session = await authenticateRequest(db, credentials)
          }
          if (!schema.getRootType(operation.operation)) {
            throw badRequest(`There is no ${operation.operation} here.`)
          }
          contextValue.preparation = preparer.prepare(prepared, request.variables ?? {})
        },
      }),
  }
}

/** Logs the errors whose causes the answer masks. */
const reporting: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      didEncounterErrors: ({ errors, contextValue }) => {
        for (const error of errors) if (isServerError(error)) contextValue.report(error)
        return Promise.resolve()
      },
    }),
}
