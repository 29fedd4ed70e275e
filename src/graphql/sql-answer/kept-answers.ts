import { LRUCache } from 'lru-cache'
import type { LogMark } from '../../domain/log-mark/log-mark.js'
import type { FoundMark } from '../../domain/log-mark/read-mark.js'
import type { KeptSource } from './kept-source.js'
import { isUnchangedAt, isUnchangedSince } from './kept-marks.js'
import { type Answer, answerOf, type Pending, shared } from './pending-answer.js'
import { type KeptText, KeptTexts } from './kept-texts.js'

/*
 * The texts of expensive answers are kept. Before a kept text is sent, one short statement checks the credentials, and asks whether the log has
 * a row that may change the answer since the text was read: docs/decisions/kept-answers.md.
 *
 * A text is stored with a mark of the log that was read *before* the text. If a later mark shows no change since, then nothing has changed
 * between the two marks, so nothing had changed when the text was read. So the statement that reads the text is the same as without
 * all of this, may be sent in parts, and may be shared: a request whose own mark shows no change since the mark of a read in progress
 * takes the result of this read.
 */

export interface KeptLimits {
  readonly maxBytes: number
  readonly minCost: number
}

/** How a request gets its answer. */
export interface AnswerSteps {
  /** Checks the credentials, and reads the mark of the log. Undefined if the credentials are no longer valid. */
  readonly check: (known: LogMark | undefined) => Promise<FoundMark | undefined>
  /** Reads the text. Undefined if the credentials are no longer valid. */
  readonly read: (found?: FoundMark) => Promise<string | undefined>
}

/** What is known of a request, besides its text. */
interface Known {
  /** The read in progress that others may share. */
  pending?: Pending
  /** The changes since the last hit. */
  changes: number
  /** How many requests to answer without a check, because the last checks have found changes, and until when. */
  unchecked: number
  uncheckedUntil: number
}

/** How many different requests are known. */
const MAX_KNOWN = 10_000

/** After this number of changes in turn, requests are answered without a check: 4, then 8, … */
const FREE_CHANGES = 2
const MAX_UNCHECKED = 32

/** Requests are answered without a check for at most this time, in milliseconds: where a read takes long, a check costs little. */
const MAX_UNCHECKED_MS = 1000

/** How often a request looks for a read to share, before it reads by itself. */
const MAX_ATTEMPTS = 3

export class KeptAnswers {
  readonly minCost: number
  private readonly texts: KeptTexts
  private readonly requests = new LRUCache<string, Known>({ max: MAX_KNOWN })

  /** Answers are kept from `minCost` on, the cost of a request. */
  constructor({ maxBytes, minCost }: KeptLimits) {
    this.texts = new KeptTexts(maxBytes)
    this.minCost = minCost
  }

  /** The bytes and the number of the kept texts. */
  get size() {
    const { bytes, count } = this.texts
    return { bytes, count }
  }

  /** Answers a request, from the kept texts if possible. Undefined if the credentials are no longer valid. */
  async answer(source: KeptSource, steps: AnswerSteps): Promise<Answer | undefined> {
    const known = this.requests.get(source.key)
    if (!known || (known.unchecked > 0 && performance.now() < known.uncheckedUntil)) {
      // The first of these requests: there may be no second one.
      if (!known) this.requests.set(source.key, { changes: 0, unchecked: 0, uncheckedUntil: 0 })
      else known.unchecked -= 1
      const text = await steps.read()
      return text === undefined ? undefined : { text }
    }
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const kept = this.texts.get(source.companyId, source.key)
      const candidate = known.pending ?? kept
      const since = candidate?.mark
      const found = await steps.check(since)
      if (!found) return undefined
      const isUnchanged = candidate && since && isUnchangedSince(since, found, candidate.until)
      if (isUnchanged && isKept(candidate)) {
        if (candidate.mark.at < found.mark.at) candidate.mark = found.mark
        known.changes = 0
        return { ...candidate, isHit: true }
      }
      const { pending } = known
      if (pending && (isUnchanged ? pending === candidate : isUnchangedAt(pending, found))) {
        const hit = await shared(pending)
        if (!hit) continue
        known.changes = 0
        return hit
      }
      // Another request may have read the text while this one was checked.
      const latest = this.texts.get(source.companyId, source.key)
      if (latest && latest !== kept && isUnchangedAt(latest, found)) {
        known.changes = 0
        return { ...latest, isHit: true }
      }
      if (kept) noteChange(known)
      return this.readAndKeep(source, steps, known, found)
    }
    const text = await steps.read()
    return text === undefined ? undefined : { text }
  }

  private async readAndKeep(
    { companyId, key }: KeptSource,
    steps: AnswerSteps,
    known: Known,
    found: FoundMark,
  ): Promise<Answer | undefined> {
    const { mark, nextMoment: until } = found
    const pending = { mark, until, answer: steps.read(found).then(answerOf) }
    known.pending = pending
    try {
      const answer = await pending.answer
      const kept = this.texts.get(companyId, key)
      if (answer?.tag !== undefined && !(kept && kept.mark.at > mark.at)) {
        this.texts.set(companyId, key, { text: answer.text, tag: answer.tag, mark, until })
      }
      return answer
    } finally {
      if (known.pending === pending) delete known.pending
    }
  }
}

const isKept = (candidate: Pending | KeptText): candidate is KeptText => 'tag' in candidate

function noteChange(known: Known): void {
  known.changes += 1
  if (known.changes > FREE_CHANGES) {
    known.unchecked = Math.min(2 ** known.changes / 2, MAX_UNCHECKED)
    known.uncheckedUntil = performance.now() + MAX_UNCHECKED_MS
  }
}
