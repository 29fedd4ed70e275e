import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitAnonymousBody } from './anonymous-body.js'
import { enterLane } from './enter-lane.js'
import { chargeEstimates } from './estimates.js'
import { chargeJson } from './bodies.js'
import { assignPayer, createPayerSearch } from './find-payer.js'
import type { Payer } from './payer.js'
import { Payers } from './payers.js'
import { Pressure } from './pressure.js'
import { exhausted, holdBack, overloaded } from './refusals.js'

interface Options {
  /** See the fields with these names in `config.ts`. */
  readonly processorBudgetMs: number
  readonly requestQueueTimeoutMs: number
  readonly maxEventLoopDelayMs: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request is charged to. */
    payer: Payer
    /**
     * Gives the place in the lane of the payer to another request. For a request that from now on waits mostly for its client, or for
     * another process: many such requests must not make others wait.
     */
    leaveLane: () => void
  }
  interface FastifyContextConfig {
    /**
     * An object that is the same for requests that need about the same work; undefined if the work is unknown. By default,
     * all requests of a route need the same.
     */
    kindOf?: (request: FastifyRequest) => object | undefined
  }
}

/**
 * Load shedding: if the pressure is at least this high, requests get 503. First those without valid credentials, then
 * those of heavy payers, then all.
 */
const SHEDS_ANONYMOUS = 0.25
const SHEDS_HEAVY = 0.5
const SHEDS_ALL = 1
/** A payer is heavy if it has used this share of its budget. */
const HEAVY = 0.5

/** The estimated processor time of a request with invalid credentials. */
const UNAUTHENTICATED_MS = 0.2

/**
 * Responds 429 to payers that have used their budget of processor time, and 503 while the process is overloaded. Returns the
 * payers, for the metrics.
 */
export function protectFromOverload(app: FastifyInstance, options: Options): Payers {
  const payers = new Payers(options.processorBudgetMs, options.requestQueueTimeoutMs)
  const pressure = new Pressure(options.maxEventLoopDelayMs)
  app.addHook('onReady', (done) => {
    pressure.start()
    done()
  })
  app.addHook('onClose', () => {
    pressure.stop()
  })
  const findPayer = createPayerSearch(payers)
  const admit = async (request: FastifyRequest, reply: FastifyReply, load: number) => {
    if (load >= SHEDS_ALL) throw overloaded(request, reply)
    const { access, ip } = request
    const known =
      load < SHEDS_HEAVY
        ? await findPayer(request, reply)
        : payers.findByCredentials(access.credentials)
    if (!known && load >= SHEDS_ANONYMOUS) throw overloaded(request, reply)
    if (known && load >= SHEDS_HEAVY && known.bucket.usedShare() > HEAVY)
      throw overloaded(request, reply)
    const exhaustion = (known ?? payers.ofAddress(ip)).exhaustion()
    if (!exhaustion) return
    await holdBack()
    throw exhausted(request, reply, exhaustion, known !== undefined)
  }
  app.decorateRequest('payer')
  app.decorateRequest('leaveLane')
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    const { end, meter } = request
    assignPayer(payers, request)
    pressure.begin(end)
    end.on(() => {
      if (reply.statusCode === 401) meter.charge(UNAUTHENTICATED_MS)
      chargeEstimates(request, reply)
      payers.settle(request.payer, meter.spentMs)
    })
  }
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    const load = pressure.now()
    if (load < SHEDS_ANONYMOUS && !payers.mayBeExhausted()) done()
    else
      admit(request, reply, load).then(() => {
        done()
      }, done)
  })
  app.addHook('preParsing', limitAnonymousBody)
  chargeJson(app)
  // After the body has arrived, so that slow senders do not make others wait.
  app.addHook('preHandler', (request, reply, done) => {
    // `OPTIONS` of an unknown path: the route of @fastify/cors, which has other hooks, calls the handler for these paths.
    if (!hasBegun(request)) begin(request, reply)
    const { config } = request.routeOptions
    const kind = config.kindOf ? config.kindOf(request) : config
    const enter = (payer: Payer) => {
      enterLane(request, reply, payer, kind, done)
    }
    const { payer, access } = request
    const isLight = kind !== undefined && payer.isLight(kind)
    // The token of a user whose network has no room may be valid, and new to this process.
    if (payer.lane.hasRoom(isLight) || payers.findByCredentials(access.credentials)) enter(payer)
    else
      findPayer(request, reply).then((found) => {
        enter(found ?? payer)
      }, done)
  })
  return payers
}

const hasBegun = ({ payer }: { payer?: Payer | null }) => Boolean(payer)
