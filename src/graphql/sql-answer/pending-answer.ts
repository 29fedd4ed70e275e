import { isStatementTimeout } from '../../db/unavailable.js'
import { tagOf } from '../../request/entity-tag.js'
import type { Marked } from './kept-marks.js'
import { REFUSED } from './statistics.js'

export interface Answer {
  readonly text: string
  /** Undefined if the text is not kept. */
  readonly tag?: string
  /** Whether a kept text, or the text of another request, is the answer. */
  readonly isHit?: boolean
}

/** The answer to a request that is read now. Others may share it. */
export interface Pending extends Marked {
  readonly answer: Promise<Answer | undefined>
}

export function answerOf(text: string | undefined): Answer | undefined {
  if (text === undefined || text.includes(REFUSED)) return text === undefined ? text : { text }
  return { text, tag: tagOf(text) }
}

/** The answer of another request. Undefined if that has none: its client has disconnected, for example. */
export async function shared({ answer }: Pending): Promise<Answer | undefined> {
  try {
    const found = await answer
    return found && { ...found, isHit: true }
  } catch (error) {
    if (isStatementTimeout(error)) throw error
    return undefined
  }
}
