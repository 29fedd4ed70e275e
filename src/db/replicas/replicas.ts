import type { Queues } from '../dispatch/queues.js'
import { ReadTarget } from './read-target.js'
import type { Replica } from './replica.js'
import type { ReplicaStatus } from './replica-status.js'

/** The replicas of a database. */
export class Replicas {
  private turn = 0

  constructor(
    private readonly all: readonly Replica[],
    private readonly primary: Queues,
  ) {}

  get areInUse(): boolean {
    return this.all.some(({ isInUse }) => isInUse)
  }

  /** The target for the reads of a request that must see all transactions up to a position. */
  targetAt(position: bigint): ReadTarget {
    return new ReadTarget(this.primary, position, () => this.choose(position))
  }

  status(): ReplicaStatus[] {
    return this.all.map((replica) => replica.status())
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((replica) => replica.close()))
  }

  /**
   * The next replica in turn (round robin) that has the position; undefined if the primary must answer. If no replica
   * is known to have the position, the next one in turn reads its current horizon.
   */
  private async choose(position: bigint): Promise<Replica | undefined> {
    const inUse = this.all.filter(({ isInUse }) => isInUse)
    this.turn += 1
    const start = this.turn % Math.max(inUse.length, 1)
    const inTurn = [...inUse.slice(start), ...inUse.slice(0, start)]
    const ready = inTurn.find(({ horizon }) => position < horizon)
    if (ready) return ready
    const [next] = inTurn
    if (!next || (await next.hasReached(position))) return next
    next.reads.behind += 1
    return undefined
  }
}
