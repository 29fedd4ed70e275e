import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/connect.js'
import type { Session } from '../../domain/credential/session.js'
import { credentialsIn, looksLikeToken } from '../../http/credentials.js'
import { findSession } from '../authentication.js'
import { MAX_ANONYMOUS_LENGTH, refuseExcessiveDocument } from './document-limits.js'

/** The estimated processor time of a request with a long document and an invalid token. */
const REFUSED_MS = 0.3

/**
 * Refuses a document that Apollo does not know, if it exceeds a limit. A long document is parsed only if its token is
 * valid, and one in each iteration of the event loop, so that short requests do not wait for several.
 */
export function createDocumentCheck(db: Database) {
  const nextTurn = oncePerIteration()
  /** Returns the session of the credentials, if it had to be read. */
  return async (document: string, request: FastifyRequest): Promise<Session | undefined> => {
    const { headers, meter } = request
    const isLong = document.length > MAX_ANONYMOUS_LENGTH
    const hasToken = looksLikeToken(headers)
    const session = isLong && hasToken ? await findSession(db, credentialsIn(headers)) : undefined
    if (session) {
      meter.authenticated(session.sessionId)
      await nextTurn()
    } else if (isLong) meter.charge(REFUSED_MS)
    meter.time(() => {
      refuseExcessiveDocument(document, isLong ? session !== undefined : hasToken)
    })
    return session
  }
}

/** Returns a function whose promises resolve one after the other, one in each iteration of the event loop. */
function oncePerIteration(): () => Promise<void> {
  let last = Promise.resolve()
  return () =>
    (last = last.then(
      () =>
        new Promise((resolve) => {
          setImmediate(resolve)
        }),
    ))
}
