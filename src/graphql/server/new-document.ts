import { setImmediate as nextIteration, setTimeout as delay } from 'node:timers/promises'
import type { DocumentNode } from 'graphql'
import type { ServerRequest } from '../../request/request.js'
import { MAX_ANONYMOUS_LENGTH, parseWithinLimits } from './document-limits.js'

/** The estimated processor time of a request with a long document and an invalid token, in milliseconds. */
const LONG_REFUSED_MS = 0.3

export interface NewDocument {
  /** Undefined if the text is malformed. */
  readonly document: DocumentNode | undefined
  /** Whether the text is long, and the access token of the request is valid. */
  readonly isSignedIn: boolean
}

/**
 * Returns a function that parses a text that is not stored, and refuses one that exceeds a limit. A long text is parsed
 * only if the access token of the request is valid. Long texts use at most half of the processor, so that short requests
 * do not wait for several of them.
 */
export function createDocumentParser() {
  const nextTurn = createTurns()
  return async (text: string, { access, meter }: ServerRequest): Promise<NewDocument> => {
    const isLong = text.length > MAX_ANONYMOUS_LENGTH
    const hasToken = access.credentials.hasWellFormedToken
    const isSignedIn = isLong && hasToken && (await access.session()) !== undefined
    if (isSignedIn) await nextTurn()
    else if (isLong) meter.charge(LONG_REFUSED_MS)
    const document = meter.time(() => parseWithinLimits(text, isLong ? isSignedIn : hasToken))
    return { document, isSignedIn }
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
