import pg, { type PoolClient, type QueryResult } from 'pg'
import type { Caller } from './caller.js'
import { inOneWrite } from './one-write.js'
import { sameTenant } from './tenant-setting.js'

/*
 * The triggers of the migration `0016_audit` read the actor of a write from the setting app.actor. It is local to the
 * transaction, so a connection keeps no actor for the next caller. `set_config` is sent together with `begin`: no round
 * trip is added, and a single statement that may write becomes a transaction of one.
 */

/** Who writes, and in which request. The names are those that the triggers read. */
export interface Actor {
  /** The integer id of the user. */
  readonly user?: number
  readonly session?: string
  /** The integer id of the API key. */
  readonly apiKey?: number
  /** A row of the access control table, or a command of the operator. */
  readonly operation?: string
  readonly request?: string
}

/** The text of a statement that sets the actor for the rest of the transaction. */
export const setActor = (caller: Caller | undefined): string =>
  `select set_config('app.actor', ${pg.escapeLiteral(JSON.stringify(caller?.actor ?? {}))}, true)`

/** The text that begins a transaction of a caller. */
export const beginAs = (caller: Caller | undefined): string =>
  caller?.actor ? `begin; ${setActor(caller)}` : 'begin'

/** Whether a statement may write: `select` is neither `insert`, `update` or `delete`, nor a `with` that may contain them. */
export const mayWrite = ([statement]: Parameters): boolean =>
  !(statement as { readonly text: string }).text.trimStart().startsWith('select ')

type Parameters = readonly unknown[]
type Query = (...parameters: Parameters) => Promise<QueryResult>

/** Sends one statement as a transaction of the caller, pipelined. */
export async function queryAs(
  client: PoolClient,
  parameters: Parameters,
  caller: Caller,
): Promise<QueryResult> {
  const [statement] = parameters as [Parameters[number] & object]
  const sent = inOneWrite(client, () => [
    client.query(sameTenant(beginAs(caller), statement as never)),
    (client.query as Query)(...parameters),
    client.query(sameTenant('commit', statement as never)),
  ])
  // All results, so that the connection goes back to the pool without any that are still on their way.
  const [begun, result, committed] = await Promise.allSettled(sent)
  for (const outcome of [result, begun, committed]) {
    if (outcome?.status === 'rejected') throw outcome.reason
  }
  return (result as PromiseFulfilledResult<QueryResult>).value
}
