import { createHash } from 'node:crypto'
import type { Domain } from '../domain.js'
import { ContentType, type FileKinds, HEAD_BYTES } from './content-type.js'
import { factsOf, type ImageFacts, type Measure, unmeasured } from './image-facts.js'
import { beginContent } from './new-content.js'

/** The largest file, in bytes. */
export const MAX_FILE_BYTES = 25_000_000

/** A file that was received and stored. */
export interface ReceivedContent {
  /** Undefined if the content is larger than the limit, or has no type: then it is not stored. */
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
  measure: Measure = unmeasured,
): Promise<ReceivedContent> {
  const stored = await beginContent(domain)
  const hash = createHash('sha256')
  const type = new ContentType(name, kinds)
  let image: ImageFacts | undefined
  const beginning = new Beginning(async (head) => {
    await type.readBeginning(head)
    image = await factsOf(head, type.found ?? '', measure)
  })
  let size = 0
  try {
    for await (const part of content) {
      size += part.length
      if (size > MAX_FILE_BYTES) break
      measure(() => {
        hash.update(part)
        type.add(part)
      })
      await beginning.add(part)
      await stored.write(part)
    }
    await beginning.end()
    const sha256 = new Uint8Array(hash.digest())
    const contentType = type.found
    const isAccepted = size <= MAX_FILE_BYTES && contentType !== undefined
    if (isAccepted) await stored.complete(sha256)
    else await stored.discard()
    return { key: isAccepted ? stored.key : undefined, size, sha256, contentType, image }
  } catch (error) {
    // The cleanup deletes what this does not, for example because the client has left.
    await stored.discard().catch(() => undefined)
    throw error
  }
}

/** Collects the first 256 kB of a file, reads them as soon as they have arrived, and then keeps nothing of them. */
class Beginning {
  private parts: Buffer[] | undefined = []
  private bytes = 0

  constructor(private readonly read: (head: Buffer) => Promise<void>) {}

  async add(part: Buffer): Promise<void> {
    if (!this.parts) return
    this.parts.push(part.subarray(0, HEAD_BYTES - this.bytes))
    this.bytes += part.length
    if (this.bytes >= HEAD_BYTES) await this.end()
  }

  /** Reads what has arrived, unless it was read. */
  async end(): Promise<void> {
    const { parts } = this
    this.parts = undefined
    if (parts) await this.read(Buffer.concat(parts))
  }
}
