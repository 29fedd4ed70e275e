import type { Changed, Created, RecordKey } from '../domain.js'

/** The key of a record that is being written: the UUID of a new one. */
export type WrittenKey = Changed | Pick<Created, 'uuid'>

export const keyOf = (written: WrittenKey): RecordKey =>
  'id' in written ? written.id : written.uuid

/** A write whose statement was sent, and may still fail. The next statements of the transaction are pipelined with it. */
export class Sent<Result extends Changed> {
  constructor(
    readonly key: WrittenKey,
    readonly written: Promise<Result>,
  ) {}

  /**
   * The result of the write, once the read that was sent after it has ended, too. If the write fails, PostgreSQL refuses the read: the
   * error of the write is the cause.
   */
  async settledWith(reading: Promise<unknown>): Promise<Result> {
    const [write, read] = await Promise.allSettled([this.written, reading])
    if (write.status === 'rejected') throw write.reason
    if (read.status === 'rejected') throw read.reason
    return write.value
  }
}
