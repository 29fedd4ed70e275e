import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import type { CostReport } from '../operation/cost-report.js'
import type { Variables } from '../operation/variables.js'
import type { Preparer } from '../operation/preparer.js'
import { DomainError } from '../../domain/errors.js'
import type { ServerRequest } from '../../request/request.js'
import { MAX_STREAMS, type OpenStreams, type Transport } from '../../request/open-streams.js'
import { badInput, badRequest, withCode } from '../errors.js'
import { liveQueryOf } from '../schema/change-feed/live-query.js'
import type { LiveHub } from './live-hub.js'
import { LiveStream, type Sink } from './live-stream.js'
import { type LiveServices, LiveSubscription } from './live-subscription.js'

/** The parameters of a subscription, as the client sent them. */
export interface GivenSubscription {
  readonly query?: unknown
  readonly operationName?: unknown
  readonly variables?: unknown
}

export interface LiveParts {
  readonly schema: GraphQLSchema
  readonly services: LiveServices
  readonly preparer: Preparer
  readonly hub: LiveHub
  readonly streams: OpenStreams
  readonly documents: {
    /** The valid document of a text; undefined if it is not stored. */
    readonly find: (text: string) => DocumentNode | undefined
    readonly addIfValid: (document: DocumentNode) => boolean
    /** Parses a text within the limits of documents. Undefined if it is malformed. */
    readonly parse: (text: string, request: ServerRequest) => Promise<DocumentNode | undefined>
  }
}

/** A subscription that may begin. */
export interface PreparedSubscription {
  readonly cost: CostReport
  /** Begins to send events. */
  readonly begin: (sink: Sink, transport: Transport) => LiveStream
}

/** The most errors of validation in a response, as in other responses. */
const MAX_ERRORS = 5

/** Thrown for a document or variables with several errors. */
class SubscriptionErrors extends Error {
  constructor(readonly errors: readonly GraphQLError[]) {
    super('The subscription is invalid.')
  }
}

/** What has refused a subscription, one or several errors. */
export const refusalsOf = (error: unknown): readonly unknown[] =>
  error instanceof SubscriptionErrors ? error.errors : [error]

/**
 * Authenticates the client, and checks its subscription as any other operation: its text, its depth, its cost and its arguments. Throws if
 * it is refused.
 */
export async function prepareSubscription(
  { schema, services, preparer, hub, streams, documents }: LiveParts,
  request: ServerRequest,
  { query, operationName, variables }: GivenSubscription,
): Promise<PreparedSubscription> {
  const { access, meter, record } = request
  const session = await access.requireSession()
  const { given, credentials } = access
  if (typeof query !== 'string' || !given) throw badRequest('The request has no document.')
  const name = typeof operationName === 'string' ? operationName : undefined
  const stored = documents.find(query)
  const document = stored ?? (await documents.parse(query, request)) ?? parsed(query)
  if (!stored && !meter.time(() => documents.addIfValid(document))) {
    const problems = validate(schema, document, specifiedRules, { maxErrors: MAX_ERRORS })
    throw new SubscriptionErrors(problems.map(asInvalid))
  }
  const definition = getOperationAST(document, name)
  if (definition?.operation !== OperationTypeNode.SUBSCRIPTION) {
    throw badRequest('Only subscriptions are answered with a stream of events.')
  }
  const operation = preparer.operationOf(document, definition)
  record.describe(operation.logged, operation.label)
  const preparation = meter.time(() => preparer.prepare(operation, variablesIn(variables)))
  if (preparation.errors) throw new SubscriptionErrors(preparation.errors)
  const prepared = preparation.request
  prepared.authorise(session.viewer)
  const live = liveQueryOf(prepared, session.viewer)
  if (!streams.hasRoom(credentials)) throw tooManyStreams()
  const { role, scopes } = session.viewer
  // Streams with the same key get the same results.
  const shared = Object.entries(prepared.variables).filter(([each]) => each !== live.afterVariable)
  const key = JSON.stringify([role, scopes, name, query, shared])
  const begin = (sink: Sink, transport: Transport) => {
    const complete = () => {
      stream.end()
    }
    const counted = { transport, complete }
    const stream: LiveStream = new LiveStream(request, given, session, sink, () => {
      streams.remove(counted, credentials)
      hub.remove(stream)
    })
    // Others may have begun since the first check.
    if (!streams.add(counted, credentials)) stream.end([tooManyStreams()])
    else void hub.open(key, new LiveSubscription(services, prepared, live), stream)
    return stream
  }
  return { cost: prepared.cost, begin }
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text)
  } catch (error) {
    const { message } = error as Error
    throw new GraphQLError(message, { extensions: withCode('GRAPHQL_PARSE_FAILED') })
  }
}

const asInvalid = ({ message, nodes }: GraphQLError) =>
  new GraphQLError(message, {
    ...(nodes && { nodes }),
    extensions: withCode('GRAPHQL_VALIDATION_FAILED'),
  })

function variablesIn(given: unknown): Variables {
  if (given === undefined || given === null) return {}
  if (typeof given === 'object' && !Array.isArray(given)) return given as Variables
  throw badInput('variables must be an object.', 'variables')
}

const tooManyStreams = () =>
  new DomainError(
    'THROTTLED',
    `These credentials have ${MAX_STREAMS} streams on this instance; close one before you open another.`,
  )
