import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { RETRY_AFTER } from '../db/unavailable.js'
import type { Session } from '../domain/credential/session.js'
import { DomainError } from '../domain/errors.js'
import { type GivenCredentials, hasWellFormedToken } from '../http/credentials.js'
import type { LeakyBucket } from './leaky-bucket.js'
import { ProcessorBudgets } from './processor-budgets.js'
import { limitAnonymousBody } from './anonymous-body.js'
import { chargeJsonBodies } from './json-body.js'
import { Meter } from './meter.js'
import { Pressure } from './pressure.js'
import { ConcurrencyLimit } from './concurrency-limit.js'

interface Options {
  /** See the fields with these names in `config.ts`. */
  readonly processorBudgetMs: number
  readonly maxEventLoopDelayMs: number
  /** Accepts the credentials of every API. Throws UNAUTHENTICATED if they are missing or invalid. */
  readonly authenticate: (credentials: GivenCredentials) => Promise<Session>
}

declare module 'fastify' {
  interface FastifyRequest {
    meter: Meter
  }
}

/**
 * Load shedding: if the pressure is at least this high, requests get 503. First those without valid credentials, then
 * those of heavy clients, then all.
 */
const SHEDS_ANONYMOUS = 0.25
const SHEDS_HEAVY = 0.5
const SHEDS_ALL = 1
/** A client is heavy if it has used this share of its budget. */
const HEAVY = 0.5

/**
 * The maximum number of requests in progress: of one client, and of one address without credentials. Many people who
 * sign in may share an address.
 */
const MAX_OF_CLIENT = 3
const MAX_OF_ADDRESS = 16

/** The estimated processor time of a request with invalid credentials. */
const REFUSED_MS = 0.2

/**
 * Responds 429 to clients that have used their budget of processor time, and 503 while the process is overloaded.
 * Returns a function that returns the number of requests that wait for an earlier request of their client.
 */
export function protectFromOverload(app: FastifyInstance, options: Options): () => number {
  const budgets = new ProcessorBudgets(options.processorBudgetMs)
  const pressure = new Pressure(options.maxEventLoopDelayMs)
  app.addHook('onReady', (done) => {
    pressure.start()
    done()
  })
  app.addHook('onClose', () => {
    pressure.stop()
  })
  /** Returns the bucket of valid credentials. Queries the database for credentials that this process has not seen. */
  const findBucket = async ({ credentials }: Meter): Promise<LeakyBucket | undefined> => {
    const known = budgets.findByCredentials(credentials)
    if (known || !hasWellFormedToken(credentials)) return known
    try {
      return budgets.recognise(credentials, (await options.authenticate(credentials)).sessionId)
    } catch (error) {
      if (error instanceof DomainError) return undefined
      throw error
    }
  }
  const admit = async (request: FastifyRequest, reply: FastifyReply, load: number) => {
    if (load >= SHEDS_ALL) throw overloaded(request, reply)
    const { meter, ip } = request
    const client =
      load < SHEDS_HEAVY ? await findBucket(meter) : budgets.findByCredentials(meter.credentials)
    if (!client && load >= SHEDS_ANONYMOUS) throw overloaded(request, reply)
    if (client && load >= SHEDS_HEAVY && client.usedShare() > HEAVY)
      throw overloaded(request, reply)
    const exhaustedFor = (client ?? budgets.ofAddress(ip)).exhaustedFor()
    if (exhaustedFor > 0) {
      request.record.refusal = 'processor budget'
      throw exhausted(reply, exhaustedFor, client !== undefined)
    }
  }
  app.decorateRequest('meter')
  app.addHook('onRequest', (request, reply, done) => {
    request.meter = new Meter(budgets, request)
    pressure.begin(request.end)
    request.end.on(() => {
      if (reply.statusCode === 401) request.meter.charge(REFUSED_MS)
    })
    const load = pressure.now()
    if (load < SHEDS_ANONYMOUS && !budgets.mayBeExhausted()) done()
    else
      admit(request, reply, load).then(() => {
        done()
      }, done)
  })
  app.addHook('preParsing', limitAnonymousBody)
  chargeJsonBodies(app)
  const ofClients = new ConcurrencyLimit(MAX_OF_CLIENT)
  const ofAddresses = new ConcurrencyLimit(MAX_OF_ADDRESS)
  // After the body has arrived, so that slow senders do not make others wait.
  app.addHook('preHandler', limitConcurrency(ofClients, ofAddresses))
  return () => ofClients.waiting + ofAddresses.waiting
}

function limitConcurrency(
  ofClients: ConcurrencyLimit,
  ofAddresses: ConcurrencyLimit,
): preHandlerHookHandler {
  return (request, reply, done) => {
    const refuse = () => {
      done(request.end.isReached ? clientHasLeft() : overloaded(request, reply))
    }
    // For example during the authentication.
    if (request.end.isReached) {
      refuse()
      return
    }
    const { token, apiKey } = request.meter.credentials
    const client = token ?? apiKey
    const end =
      client === undefined
        ? ofAddresses.enter(request.ip, done, refuse)
        : ofClients.enter(client, done, refuse)
    request.end.on(end)
  }
}

/** Ends Fastify's work on the request. The response is not sent. */
const clientHasLeft = () => Object.assign(new Error('The client has left.'), { statusCode: 400 })

function overloaded({ record }: FastifyRequest, reply: FastifyReply): Error {
  record.refusal = 'overload'
  reply.header('retry-after', RETRY_AFTER)
  return Object.assign(new Error('The service is overloaded.'), { statusCode: 503 })
}

function exhausted(reply: FastifyReply, exhaustedFor: number, isKnown: boolean): Error {
  const seconds = Math.ceil(exhaustedFor / 1000)
  reply.header('retry-after', seconds)
  const subject = isKnown
    ? 'These credentials have'
    : 'Requests without valid credentials from this address have'
  const message = `${subject} used their budget of processor time. Try again in ${seconds} s.`
  return Object.assign(new Error(message), { statusCode: 429, retryAfter: seconds })
}
