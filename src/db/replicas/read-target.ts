import type { Queues } from '../dispatch/queues.js'
import {
  BehindError,
  BusyError,
  hasSqlState,
  isClientDisconnected,
  isDatabaseUnavailable,
  isStatementTimeout,
} from '../unavailable.js'
import type { Replica } from './replica.js'

/** Sends a read to a server. A replica must have the position. */
type Send<Result> = (queues: Queues, position?: bigint) => Promise<Result>

/**
 * Chooses the server for the reads of one request: one replica, chosen at the first read, so that a response never
 * combines the states of several replicas. If a read fails on the replica, the primary answers it and all later reads.
 */
export class ReadTarget {
  private choosing: Promise<Replica | undefined> | undefined
  private replica: Replica | undefined

  constructor(
    private readonly primary: Queues,
    private readonly position: bigint,
    private readonly choose: () => Promise<Replica | undefined>,
  ) {}

  /** The queues of the replica if one was chosen, otherwise of the primary. */
  get queues(): Queues {
    return this.replica?.queues ?? this.primary
  }

  async send<Result>(send: Send<Result>): Promise<Result> {
    this.choosing ??= this.choose().then((replica) => (this.replica = replica))
    const replica = await this.choosing
    if (!replica) return send(this.primary)
    try {
      const result = await send(replica.queues, this.position)
      replica.reads.answered += 1
      return result
    } catch (error) {
      if (!isRepeatable(error, replica)) throw error
      this.leave(replica, error)
      return send(this.primary)
    }
  }

  private leave(replica: Replica, error: unknown): void {
    this.choosing = Promise.resolve(undefined)
    this.replica = undefined
    const isBehind = error instanceof BehindError
    replica.reads[isBehind ? 'behind' : 'failed'] += 1
    // The replica may cancel a read because it conflicts with what it has to replay: 40001.
    if (!isBehind && !hasSqlState(error, '40001') && isDatabaseUnavailable(error)) {
      replica.leaveOut((error as Error).message)
    }
  }
}

/**
 * Whether the primary may answer a read that failed. A read that was too slow would be too slow there, too. If all
 * connections of a replica that is in use are busy, the service is overloaded: the response is 503.
 */
const isRepeatable = (error: unknown, { isInUse }: Replica): boolean =>
  !isClientDisconnected(error) &&
  !isStatementTimeout(error) &&
  !(error instanceof BusyError && isInUse)
