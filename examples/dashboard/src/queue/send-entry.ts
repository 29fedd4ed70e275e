import type { OpenSession } from '../session.js'
import { type Entry, isSent, type NewEntry, type QueuedFile } from './entry.js'
import type { Outcome } from './response.js'
import { type SentMutation, sendMutation } from './send-mutation.js'
import { findFile } from './store.js'
import { upload } from './upload.js'

/** What `sendEntry` needs of the queue. */
export interface Sending {
  readonly session: OpenSession
  readonly signal: AbortSignal
  readonly onProgress: (file: QueuedFile, share: number | undefined) => void
  /** Stores a part of the entry. */
  readonly change: (part: (entry: Entry) => Partial<NewEntry>) => Promise<void>
  /** The entry as it is now. */
  readonly find: () => Entry | undefined
}

/** Sends the files of an entry, then its mutation. Undefined if there is nothing to send any more: it is a draft, or was discarded. */
export async function sendEntry(entry: Entry, sending: Sending): Promise<SentMutation | undefined> {
  const { session, signal, change, find } = sending
  for (const file of entry.files.filter((each) => !isSent(each))) {
    const outcome = await sendFile(file, sending)
    if (signal.aborted) return undefined
    if (outcome.kind === 'later') return outcome
    const changed = outcome.kind === 'done' ? { sentAt: Date.now() } : { refusal: outcome.message }
    await change(({ files }) => ({
      files: files.map((each) => (each.id === file.id ? { ...each, ...changed } : each)),
    }))
    if (outcome.kind === 'refused') {
      const message = `${file.name}: ${outcome.message}`
      return { kind: 'rejected', errors: [{ field: null, message }] }
    }
  }
  // The user may have changed the draft while its files were sent.
  const submitted = find()
  if (!submitted || submitted.isDraft || !submitted.files.every(isSent)) return undefined
  const sent = await sendMutation(session.client, submitted)
  if (sent.kind === 'rejected') await change(() => ({ rejected: sent.errors }))
  return sent
}

async function sendFile(
  file: QueuedFile,
  { session, signal, onProgress }: Sending,
): Promise<Outcome> {
  const content = await findFile(file.id)
  if (!content) return { kind: 'refused', message: 'This browser has lost the file.' }
  const { tokens } = session
  const outcome = await upload({
    ...{ file, content, signal, tokens },
    onProgress: (share) => {
      onProgress(file, share)
    },
  })
  onProgress(file, undefined)
  return outcome
}
