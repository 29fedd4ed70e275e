import { setImmediate as nextIteration, setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/connect.js'
import type { Session } from '../../domain/credential/session.js'
import { hasWellFormedToken } from '../../http/credentials.js'
import { findSession } from '../authentication.js'
import { MAX_ANONYMOUS_LENGTH, refuseExcessiveDocument } from './document-limits.js'

/** The estimated processor time of a request with a long document and an invalid token, in milliseconds. */
const REFUSED_MS = 0.3

/**
 * Refuses a document that Apollo has not cached, if it exceeds a limit. A long document is parsed only if the access
 * token of the request is valid. Long documents use at most half of the processor, so that short requests do not wait
 * for several of them.
 */
export function createDocumentCheck(db: Database) {
  const nextTurn = createTurns()
  /** Returns the session of the credentials, if it had to be read. */
  return async (document: string, request: FastifyRequest): Promise<Session | undefined> => {
    const { meter, record } = request
    const isLong = document.length > MAX_ANONYMOUS_LENGTH
    const hasToken = hasWellFormedToken(meter.credentials)
    const session =
      isLong && hasToken
        ? await findSession(db.forCaller({ use: record.database }), meter.credentials)
        : undefined
    if (session) {
      meter.authenticated(session.viewer)
      record.identify(session.viewer)
      await nextTurn()
    } else if (isLong) meter.charge(REFUSED_MS)
    meter.time(() => {
      refuseExcessiveDocument(document, isLong ? session !== undefined : hasToken)
    })
    return session
  }
}

/**
 * Returns a function that queues its callers, and limits their synchronous work to half of the processor. Each caller
 * waits until the previous caller has finished this work, and then for the same time again.
 */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    const turn = last
    last = turn.then(async () => {
      const began = performance.now()
      await nextIteration()
      await delay(performance.now() - began)
    })
    return turn
  }
}
