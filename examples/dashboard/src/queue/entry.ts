import type { FieldError } from '../parts/form-errors.js'
import type { Answers } from '../pages/checklists/answers.js'
import type { ActionName } from './actions.js'

/** A file of an entry. Its content is stored apart, so that a change of the entry does not write it again. */
export interface QueuedFile {
  /** The id of the document, which this device has chosen: an upload can be repeated. */
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  /** When the service has received it, in epoch milliseconds; null: not yet. */
  readonly sentAt: number | null
  /** Why the service has refused it. */
  readonly refusal: string | null
}

/** A mutation that waits in this browser for its turn and for the upload of its files. */
export interface Entry {
  /** Also the idempotency key of the mutation. */
  readonly key: string
  /** The user whose session sends it. */
  readonly userId: string
  /** The page of the record, such as `jobs/<id>`. */
  readonly place: string
  /** What is sent, for people. */
  readonly title: string
  readonly action: ActionName
  readonly input: Readonly<Record<string, unknown>>
  readonly files: readonly QueuedFile[]
  /** A form that is not submitted yet: its files are sent, its mutation is not. */
  readonly isDraft: boolean
  /** The answers of a checklist, as the form has them. */
  readonly answers?: Answers
  /** When the user has submitted it, in epoch milliseconds. */
  readonly submittedAt: number
  /** What the service has rejected. */
  readonly rejected: readonly FieldError[]
}

/** What of an entry its queue does not know. */
export type NewEntry = Omit<Entry, 'key' | 'userId'>

/** The service deletes a file that no record has after a day. An older one is sent again before the mutation. */
const SENT_HOURS = 20

export const isSent = ({ sentAt }: QueuedFile): boolean =>
  sentAt !== null && Date.now() - sentAt < SENT_HOURS * 3_600_000

/** Whether the entry waits for the user, not for the service. */
export const isRefused = ({ isDraft, rejected, files }: Entry): boolean =>
  (!isDraft && rejected.length > 0) || files.some(({ refusal }) => refusal !== null)

/** Whether there is something to send. */
export const isSendable = (entry: Entry): boolean =>
  !isRefused(entry) && (!entry.isDraft || entry.files.some((file) => file.sentAt === null))

/** `850 kB`, `2.4 MB` */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The largest file that the service accepts. */
export const MAX_FILE_BYTES = 26_214_400
