import { setImmediate as nextIteration, setTimeout as delay } from 'node:timers/promises'
import type { ServerRequest } from '../../request/request.js'
import { MAX_ANONYMOUS_LENGTH, refuseExcessiveDocument } from './document-limits.js'

/** The estimated processor time of a request with a long document and an invalid token, in milliseconds. */
const REFUSED_MS = 0.3

/**
 * Refuses a document that Apollo has not cached, if it exceeds a limit. A long document is parsed only if the access
 * token of the request is valid. Long documents use at most half of the processor, so that short requests do not wait
 * for several of them.
 */
export function createDocumentCheck() {
  const nextTurn = createTurns()
  /** Returns whether the document is long, and has a valid token. */
  return async (document: string, { access, meter }: ServerRequest): Promise<boolean> => {
    const isLong = document.length > MAX_ANONYMOUS_LENGTH
    const hasToken = access.credentials.hasWellFormedToken
    const isSignedIn = isLong && hasToken && (await access.session()) !== undefined
    if (isSignedIn) await nextTurn()
    else if (isLong) meter.charge(REFUSED_MS)
    meter.time(() => {
      refuseExcessiveDocument(document, isLong ? isSignedIn : hasToken)
    })
    return isSignedIn
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
