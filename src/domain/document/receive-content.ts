import { createHash } from 'node:crypto'
import type { Domain } from '../domain.js'
import { announceContent, discardContent, PART_BYTES, writePart } from './content.js'
import { ContentType, type FileKinds } from './content-type.js'
import { factsOf, type ImageFacts, type Measure } from './image-facts.js'

/** The largest file, in bytes. */
export const MAX_FILE_BYTES = 25_000_000

/** A file that was received and stored. */
export interface ReceivedContent {
  /** Undefined if the content is larger than the limit: then it is not stored. */
  readonly key: string | undefined
  readonly size: number
  readonly sha256: Uint8Array<ArrayBuffer>
  /** Undefined if the file's type is not allowed, or its content does not fit its name. */
  readonly contentType: string | undefined
  /** Undefined unless it is an image. */
  readonly image: ImageFacts | undefined
}

/** Stores the content of a file while it arrives. Stops at the first byte above the limit. */
export async function receiveContent(
  domain: Domain,
  name: string,
  kinds: FileKinds,
  content: AsyncIterable<Buffer>,
  measure: Measure = (work) => {
    work()
  },
): Promise<ReceivedContent> {
  const key = await announceContent(domain)
  const hash = createHash('sha256')
  const type = new ContentType(name, kinds)
  let size = 0
  let position = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  const write = async () => {
    await writePart(domain, key, position, Buffer.concat(waiting))
    position += 1
    waiting = []
    waitingBytes = 0
  }
  try {
    for await (const part of content) {
      size += part.length
      if (size > MAX_FILE_BYTES) break
      measure(() => {
        hash.update(part)
        type.add(part)
      })
      waiting.push(part)
      waitingBytes += part.length
      if (waitingBytes >= PART_BYTES) await write()
    }
    if (waitingBytes > 0 && size <= MAX_FILE_BYTES) await write()
  } catch (error) {
    // The cleanup deletes what this does not, for example because the client has left.
    await discardContent(domain, key).catch(() => undefined)
    throw error
  }
  const isTooLarge = size > MAX_FILE_BYTES
  if (isTooLarge) await discardContent(domain, key)
  const contentType = await type.detect()
  return {
    key: isTooLarge ? undefined : key,
    size,
    sha256: new Uint8Array(hash.digest()),
    contentType,
    image:
      contentType === undefined ? undefined : await factsOf(type.beginning, contentType, measure),
  }
}
