import type { ExecutionResult } from 'graphql'
import type { LogPosition } from '../../domain/change-feed/read-changes.js'

/** Results of one subscription, as JSON. All streams of a group get the same bytes. */
export class Batch {
  private parsed: readonly ExecutionResult[] | undefined
  private readonly written = new Map<(text: string) => string, Buffer>()

  /** `positions`: those of the changes, in order; empty for an event without a change. */
  constructor(
    readonly texts: readonly string[],
    readonly positions: readonly LogPosition[] = [],
  ) {}

  get length(): number {
    return this.texts.length
  }

  /** The results as objects, for a library that writes them itself. Parsed once. */
  results(): readonly ExecutionResult[] {
    return (this.parsed ??= this.texts.map((text) => JSON.parse(text) as ExecutionResult))
  }

  /** The bytes of all events in the format of a transport. Written once. */
  bytes(format: (text: string) => string): Buffer {
    let bytes = this.written.get(format)
    if (!bytes) this.written.set(format, (bytes = Buffer.from(this.texts.map(format).join(''))))
    return bytes
  }

  from(index: number): Batch {
    return index === 0 ? this : new Batch(this.texts.slice(index), this.positions.slice(index))
  }
}
