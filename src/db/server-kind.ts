import type { ClientBase } from 'pg'

/** The properties of a database on which the statements of the service depend. */
export interface ServerKind {
  /** Whether its user is subject to row-level security. */
  readonly isRestricted: boolean
  /** Whether Citus distributes the tables over several servers. */
  readonly isSharded: boolean
}

export const PLAIN_SERVER: ServerKind = { isRestricted: false, isSharded: false }

export async function readServerKind(client: ClientBase): Promise<ServerKind> {
  const { rows } = await client.query<{ isRestricted: boolean; hasCitus: boolean }>(
    `select coalesce(row_security_active(to_regclass('asset')), false) as "isRestricted",
            to_regclass('pg_dist_partition') is not null as "hasCitus"`,
  )
  const { isRestricted = false, hasCitus = false } = rows[0] ?? {}
  if (!hasCitus) return { isRestricted, isSharded: false }
  const { rowCount } = await client.query(
    "select 1 from pg_dist_partition where logicalrelid = to_regclass('asset')",
  )
  return { isRestricted, isSharded: rowCount === 1 }
}
