import type { StoreName } from '../../storage/stores.js'
import { type Domain, transaction } from '../domain.js'
import { announceContent, discardContents, PART_BYTES, writePart } from './content.js'
import { announceObject, createObject, deleteObject, keepObject } from './objects.js'

/** Content that is being stored, where the configuration says. */
export interface NewContent {
  readonly key: string
  write(part: Buffer): Promise<void>
  /** Resolves when the content is durable. */
  complete(sha256: Uint8Array): Promise<void>
  /** Deletes it. If this fails, the cleanup does it. */
  discard(): Promise<void>
}

/** Announces new content. Until a record keeps it, the cleanup may delete it after a day. */
export const beginContent = (domain: Domain): Promise<NewContent> => {
  const { place } = domain.db.stores
  return place === 'database' ? beginParts(domain) : beginObject(domain, place)
}

async function beginParts(domain: Domain): Promise<NewContent> {
  const key = await announceContent(domain)
  // One buffer for all parts: each is sent before the next one is filled. Many new buffers would grow the memory of the process.
  const buffer = Buffer.allocUnsafeSlow(PART_BYTES)
  let [position, filled] = [0, 0]
  const flush = async () => {
    if (filled === 0) return
    await writePart(domain, key, position, buffer.subarray(0, filled))
    position += 1
    filled = 0
  }
  return {
    key,
    write: async (content) => {
      for (let at = 0; at < content.length;) {
        const copied = content.copy(buffer, filled, at)
        filled += copied
        at += copied
        if (filled === PART_BYTES) await flush()
      }
    },
    complete: flush,
    discard: () => discardContents(domain, [key]),
  }
}

async function beginObject(domain: Domain, store: StoreName): Promise<NewContent> {
  const { companyId } = domain.viewer
  const { key, place } = await transaction(domain, async (tx) => {
    const key = await announceContent(tx)
    return { key, place: await announceObject(tx.db, companyId, key, store) }
  })
  const discard = () => discardContents(domain, [key])
  const object = await createObject(domain.db, place).catch(async (error: unknown) => {
    await discard().catch(() => undefined)
    throw error
  })
  return {
    key,
    write: (part) => object.write(part),
    complete: async (sha256) => {
      await object.complete(sha256)
      if (await keepObject(domain.db, place, domain.now())) return
      await deleteObject(domain.db, place)
      throw new Error('expected an announced file, but it has been deleted')
    },
    discard: async () => {
      await object.discard()
      await discard()
    },
  }
}
