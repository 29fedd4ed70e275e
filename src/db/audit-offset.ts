import type { ClientBase } from 'pg'
import type { Log } from '../log/log.js'

/**
 * Raises the offset of each company whose audit entries come from a server with higher transaction ids, for example after
 * `pg_restore`: otherwise new entries would be listed before those. Sends one statement, which changes nothing if another
 * instance that starts at the same time has raised the offsets. Waits for transactions that write audit entries.
 */
export async function raiseAuditOffsets(client: ClientBase, log: Log): Promise<void> {
  const { rows } = await client.query<{ companies: number }>(
    'SELECT raise_audit_offsets() AS companies',
  )
  const companies = rows[0]?.companies ?? 0
  if (companies > 0) {
    log.info(
      { companies },
      'The audit log comes from a server with higher transaction ids: raised the offsets of its companies',
    )
  }
}
