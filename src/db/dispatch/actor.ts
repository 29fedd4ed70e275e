import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import type { Caller } from './caller.js'
import { inOneWrite, resultOf } from './one-write.js'
import { sameTenant } from './tenant-setting.js'

/*
 * The triggers of the migration `0016_audit` read the actor of a write from the setting app.actor. It is local to the
 * transaction, so a connection keeps no actor for the next caller. `set_config` is sent together with `begin`, without
 * an additional round trip. So a single statement that may write is sent between `begin` and `commit`.
 */

/** The user and the request of a write. The names are those that the triggers read. */
export interface Actor {
  /** The integer id of the user. */
  readonly user?: number
  readonly session?: string
  /** The integer id of the API key. */
  readonly apiKey?: number
  /** The name of an operation in the access control table (`policy`), or a command of the operator. */
  readonly operation?: string
  readonly request?: string
}

/**
 * A statement that sets the actor itself: it calls `set_config` with `Database.actor`, before the triggers run at its
 * end. The most frequent inserts do so, which saves the messages `begin` and `commit`.
 */
export interface SetsActor extends QueryConfig {
  readonly setsActor?: true
}

/** The actor of a caller's writes, as JSON. */
export const actorOf = (caller: Caller | undefined): string => JSON.stringify(caller?.actor ?? {})

/** The text of a statement that sets the actor for the rest of the transaction. */
export const setActor = (caller: Caller | undefined): string =>
  `select set_config('app.actor', ${pg.escapeLiteral(actorOf(caller))}, true)`

/** The text that begins a transaction of a caller. */
export const beginAs = (caller: Caller | undefined): string =>
  caller?.actor ? `begin; ${setActor(caller)}` : 'begin'

/**
 * Whether a statement needs `queryAs`: it may write, and does not set the actor itself. One that begins with `select`
 * does not write; one that begins with `with` may.
 */
export const needsActor = ({ text, setsActor }: SetsActor): boolean =>
  !setsActor && !/^\s*select\b/.test(text)

type Parameters = readonly unknown[]
type Query = (...parameters: Parameters) => Promise<QueryResult>

/** Sends one statement as a transaction of the caller, pipelined. */
export function queryAs(
  client: PoolClient,
  parameters: Parameters,
  caller: Caller,
): Promise<QueryResult> {
  const [statement] = parameters as [QueryConfig]
  return inOneWrite(client, () => {
    const begun = client.query(sameTenant(beginAs(caller), statement))
    const result = (client.query as Query)(...parameters)
    return resultOf([begun], [result, client.query(sameTenant('commit', statement))])
  })
}
