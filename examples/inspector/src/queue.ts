import { createStore, del, delMany, get, set, values } from 'idb-keyval'
import { v7 as newId } from 'uuid'
import type {
  RecordInspectionInput,
  ResumeJobInput,
  StartJobInput,
  UpdateAssetInput,
} from '../generated/graphql.js'
import { CORRECT, RECORD, RESUME, START } from './mutations.js'
import { ask, Failure, upload } from './service.js'

/** What the user has done, in the words of the service. */
export type Action =
  | { readonly kind: 'record'; readonly input: RecordInspectionInput }
  | { readonly kind: 'start'; readonly input: StartJobInput }
  | { readonly kind: 'resume'; readonly input: ResumeJobInput }
  | { readonly kind: 'correct'; readonly input: UpdateAssetInput }

/** An action that waits until the service has it. */
export type Entry = Action & {
  /** Also the idempotency key. Keys rise with time. */
  readonly key: string
  readonly userId: string
  readonly title: string
  /** The ids of its photographs, under which their content is stored. */
  readonly photoIds: readonly string[]
  /** Why the service has refused it: then the user decides. */
  readonly refusal?: Refusal
}

export interface Refusal {
  readonly message: string
  readonly fields: readonly string[]
  /** The record has changed since the device read it: the code that it has now, and its version. */
  readonly theirs?: { readonly code: string; readonly updatedAt: string }
}

type NewEntry = Action & Pick<Entry, 'title' | 'userId'>

const ENTRIES = createStore('inspector.queue', 'entries')
const PHOTOS = createStore('inspector.photos', 'photos')

export const readQueue = (): Promise<Entry[]> => values<Entry>(ENTRIES)

/** Stores an action with its photographs before anything is sent. */
export async function add(entry: NewEntry, photos: ReadonlyMap<string, Blob>): Promise<void> {
  for (const [id, content] of photos) await set(id, content, PHOTOS)
  const key = newId()
  await set(key, { ...entry, key, photoIds: [...photos.keys()] }, ENTRIES)
}

export async function discard({ key, photoIds }: Entry): Promise<void> {
  await del(key, ENTRIES)
  await delMany([...photoIds], PHOTOS)
}

/** Sends an entry again that was refused, with another input: the service has not stored its key. */
export async function sendAgain(entry: Entry, action: Action): Promise<void> {
  const { key, userId, title, photoIds } = entry
  const { kind, input } = action
  await set(key, { key, userId, title, photoIds, kind, input }, ENTRIES)
}

/** What the service has answered to an entry that it accepted. */
export interface Sent {
  readonly entry: Entry
  readonly asset?: { readonly id: string; readonly code: string; readonly updatedAt: string }
}

/**
 * Sends what is queued, the oldest first. A refused entry stays for the user, and the next one is sent. Throws `Failure` if the service
 * cannot be reached: then all wait. Every request can be repeated: photographs and inspections have ids that the device has chosen,
 * and every mutation has an idempotency key.
 */
export async function sendAll(
  userId: string,
  onSent: (sent: Sent) => Promise<void>,
): Promise<void> {
  for (const entry of await readQueue()) {
    if (entry.userId !== userId || entry.refusal) continue
    try {
      for (const id of entry.photoIds) {
        const content = await get<Blob>(id, PHOTOS)
        if (content) await upload(id, `${id}.jpg`, content)
      }
      const answer = await send(entry)
      if ('message' in answer) {
        await set(entry.key, { ...entry, refusal: answer }, ENTRIES)
        continue
      }
      await onSent({ entry, ...answer })
      await discard(entry)
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'final') throw error
      const refusal: Refusal = { message: error.message, fields: [] }
      await set(entry.key, { ...entry, refusal }, ENTRIES)
    }
  }
}

async function send(entry: Entry): Promise<Refusal | Omit<Sent, 'entry'>> {
  const idempotencyKey = entry.key
  if (entry.kind === 'record') {
    const input = { ...entry.input, idempotencyKey }
    const { recordInspection: payload } = await ask(RECORD, { input })
    return refusalOf(payload?.userErrors) ?? {}
  }
  if (entry.kind === 'start') {
    const { startJob: payload } = await ask(START, { input: { ...entry.input, idempotencyKey } })
    return refusalOf(payload?.userErrors) ?? {}
  }
  if (entry.kind === 'resume') {
    const { resumeJob: payload } = await ask(RESUME, { input: { ...entry.input, idempotencyKey } })
    return refusalOf(payload?.userErrors) ?? {}
  }
  const { updateAsset } = await ask(CORRECT, { input: { ...entry.input, idempotencyKey } })
  const refusal = refusalOf(updateAsset?.userErrors)
  const asset = updateAsset?.asset
  if (!asset) return refusal ?? {}
  return refusal ? { ...refusal, theirs: asset } : { asset }
}

type UserErrors = readonly { readonly field: readonly string[] | null; readonly message: string }[]

function refusalOf(errors: UserErrors = []): Refusal | undefined {
  if (errors.length === 0) return undefined
  return {
    message: errors.map(({ message }) => message).join(' '),
    fields: errors.map(({ field }) => field?.join('.') ?? ''),
  }
}
