import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { type GraphQLSchema, OperationTypeNode } from 'graphql'
import { type Context, setSession } from '../context.js'
import { MAX_TOKENS } from './document-limits.js'
import { type DocumentStore, MAX_VALIDATION_ERRORS } from './document-store.js'
import { badRequest, isOverload, isServerError, maskError } from '../errors.js'
import type { CostReport } from '../operation/cost-report.js'
import type { Preparer } from '../operation/preparer.js'
import { executeResolvers } from './executor.js'
import { addExtensions } from './add-extensions.js'
import { recordErrors } from './record-errors.js'
import { setStatus } from './status.js'
import { forbidCompression } from './token-responses.js'

export interface ServerOptions {
  /** Whether anonymous callers may read the schema. */
  readonly openIntrospection: boolean
  readonly documents: DocumentStore
  readonly preparer: Preparer
  /** Whether one SQL statement reads the payload of a mutation. */
  readonly sqlAnswers: boolean
  /** Whether all callers may see the number of statements of a request; otherwise only admins. */
  readonly showStatements?: boolean
}

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
      requestPlugin(options),
      ...plugins,
    ],
  })
}

/**
 * Replaces Apollo's executor, which would coerce the variables a second time, and has different messages for a document
 * without the requested operation.
 */
function gatewayOf(
  schema: GraphQLSchema,
  { preparer: { executionSchema }, sqlAnswers: sql }: ServerOptions,
): NonNullable<ApolloServerOptions<Context>['gateway']> {
  return {
    load: async () => ({
      // The request's `operationName`: the other is null if the document has no operation with that name.
      executor: ({ request: { operationName }, context }) =>
        executeResolvers(executionSchema, context as Context, { operationName, sql }),
    }),
    onSchemaLoadOrUpdate: (callback) => {
      callback({ apiSchema: schema, coreSupergraphSdl: '' })
      return () => undefined
    },
    stop: async () => undefined,
  }
}

/**
 * Authenticates and prepares each request before resolvers run, logs server errors, and sets the HTTP status. Adds the
 * extensions that the request asks for.
 */
function requestPlugin({
  openIntrospection,
  preparer,
  showStatements = false,
}: ServerOptions): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async () => ({
      parsingDidStart: async ({ contextValue }) => chargeUntilEnd(contextValue),
      validationDidStart: async ({ contextValue }) => chargeUntilEnd(contextValue),
      didResolveOperation: async ({ document, operation, request, contextValue }) => {
        if (!operation) return
        const { access, meter, record } = contextValue.request
        const prepared = meter.time(() => preparer.operationOf(document, operation))
        record.describe(prepared.logged, prepared.label)
        if (prepared.needsSession || (prepared.introspects && !openIntrospection)) {
          const session = await access.requireSession()
          setSession(contextValue, session, operation.operation === OperationTypeNode.QUERY)
        }
        if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
          throw badRequest(
            'A subscription needs the header `Accept: text/event-stream`, or a WebSocket at /graphql/stream.',
          )
        }
        const onCost = (cost: CostReport) => {
          contextValue.cost = cost
          contextValue.reportCost(cost)
        }
        const preparation = meter.time(() =>
          preparer.prepare(prepared, request.variables ?? {}, onCost),
        )
        if (contextValue.session) preparation.request?.authorise(contextValue.session.viewer)
        contextValue.preparation = preparation
      },
      didEncounterErrors: async ({ errors, contextValue }) => {
        for (const error of errors) {
          if (isOverload(error)) contextValue.request.record.refusal = 'overload'
          else if (isServerError(error)) contextValue.report(error)
        }
      },
      willSendResponse: async (response) => {
        setStatus(response)
        recordErrors(response)
        addExtensions(response, showStatements)
        forbidCompression(response)
      },
    }),
  }
}

/**
 * Charges the client for the time from this call to the call of the returned function. In between, Apollo parses or
 * validates synchronously.
 */
function chargeUntilEnd({ request: { meter } }: Context): () => Promise<void> {
  const began = performance.now()
  return async () => {
    meter.measured(performance.now() - began)
  }
}
