/** The maximum number of WAL positions to remember: with one every 200 ms, those of 200 s. */
const MAX_SAMPLES = 1000

/**
 * How long ago the primary wrote the oldest WAL that a replica has not replayed. Measured here, not with
 * `pg_last_xact_replay_timestamp`: this timestamp is equally old on an idle replica and on one that has lost its
 * connection to the primary.
 */
export class ReplicaLag {
  private readonly samples: { readonly at: number; readonly lsn: bigint }[] = []

  /**
   * Records the end of the primary's WAL at the time `at`, and compares it with the WAL that the replica had replayed a
   * moment before. Returns the lag in milliseconds.
   */
  measure(at: number, primaryLsn: bigint | undefined, replayedLsn: bigint): number {
    const { samples } = this
    let newest = samples.at(-1)?.lsn ?? 0n
    if (primaryLsn !== undefined && primaryLsn < newest) {
      // After a failover to a replica that lacked the newest WAL, no server will replay that WAL.
      samples.length = 0
      newest = 0n
    }
    if (primaryLsn !== undefined && primaryLsn > newest && samples.length < MAX_SAMPLES) {
      samples.push({ at, lsn: primaryLsn })
    }
    while (samples[0] && samples[0].lsn <= replayedLsn) samples.shift()
    return samples[0] ? at - samples[0].at : 0
  }
}
