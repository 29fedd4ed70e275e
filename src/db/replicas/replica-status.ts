/** `primary`: the server is not in recovery. DATABASE_REPLICA_URLS may list all servers, as a failover needs it. */
export const REPLICA_STATES = ['in_use', 'left_out', 'primary'] as const
export type State = (typeof REPLICA_STATES)[number]

/** What the metrics show about a server of DATABASE_REPLICA_URLS. */
export interface ReplicaStatus {
  /** Its host and port. */
  readonly name: string
  readonly state: State
  /** 0 for the primary. */
  readonly lagMs: number
  /**
   * `answered`: reads that the replica answered. The primary answered the others: `behind`, because the replica lacked
   * a write, and `failed`, because the read failed on the replica.
   */
  readonly reads: Readonly<Record<'answered' | 'behind' | 'failed', number>>
}
