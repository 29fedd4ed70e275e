import type { ClientBase } from 'pg'
import type { Log } from '../log/log.js'
import { repeatAfterConflict } from './repeat-after-conflict.js'
import type { ServerKind } from './server-kind.js'
import { isPartlyUnavailable } from './unavailable.js'

/**
 * Raises the offset of each company whose audit entries come from a server with higher transaction ids, for example after
 * `pg_restore`: otherwise new entries would be listed before those. Sends one statement, which changes nothing if another
 * instance that starts at the same time has raised the offsets. Waits for transactions that write audit entries.
 */
export async function raiseAuditOffsets(client: ClientBase, log: Log): Promise<void> {
  const { rows } = await repeatAfterConflict(() =>
    client.query<{ companies: number }>('SELECT raise_audit_offsets() AS companies'),
  )
  const companies = rows[0]?.companies ?? 0
  if (companies > 0) {
    log.info(
      { companies },
      'The audit log comes from a server with higher transaction ids: raised the offsets of its companies',
    )
  }
}

/**
 * The same for a start of the service. If a server of a distributed database is down, the start goes on without it: on these servers,
 * the trigger of a company's first write after a move raises the offset (`audit_offset_of_shard`).
 */
export async function raiseAuditOffsetsAtStart(
  client: ClientBase,
  log: Log,
  kind: ServerKind,
): Promise<void> {
  try {
    await raiseAuditOffsets(client, log)
  } catch (err) {
    if (!isPartlyUnavailable(kind, err)) throw err
    log.warn(
      { err },
      'A database server is down: the offsets of the audit log were not raised; the next start does it',
    )
  }
}
