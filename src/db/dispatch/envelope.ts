import pg, { type ClientBase, type QueryConfig, type QueryResult } from 'pg'
import type { Caller } from './caller.js'
import { sendAt } from './horizon.js'
import { sentForm } from './on-shard.js'

/*
 * What a statement needs besides its text and values travels with it, as data. There are four such things:
 *
 *   the company   the setting app.company_id, which the policies of row-level security compare with each row. Only for a
 *                 database role that does not own the tables: the owner bypasses the policies.
 *   the actor     the setting app.actor, which the triggers of the audit log read. Only for writes.
 *   read only     the transaction refuses writes. Only for an API key that may only read: see Caller.isReadOnly.
 *   the position  the company's newest transaction, which a replica must have before it answers. Only for reads.
 *
 * A transaction of several statements has one more setting, `plan_cache_mode`, which is the same for all callers: PLANS in
 * transaction.ts. `isSharded` is about the database, and only decides how `begin` and queries of one text are sent: see `beginWith`, and
 * on-shard.ts.
 *
 * Settings are local to a transaction (`set local`), so a connection keeps none for the next caller, PgBouncer may use
 * another session for each transaction, and an engine that sends statements to other servers can pass them on. So a
 * statement with settings is sent between `begin` and `commit`. All of it is one write to the socket, without waiting for a
 * result in between. Therefore no round trip is added, and no lock is held during one.
 */

/** What travels with a statement. */
export interface Envelope {
  /** The settings, as SQL; empty if there are none. */
  readonly settings: string
  /** Whether Citus distributes the database. */
  readonly isSharded?: boolean
  /** The transaction that a replica must have; undefined if the statement is sent to the primary. */
  readonly position?: bigint | undefined
}

/** The envelope of a statement for which no settings are needed. */
export const PLAIN: Envelope = { settings: '' }

/**
 * The SQL that sets the company of a caller. Its credential, if it has one, names or finds the company. Empty if it has neither: its
 * statements see no row.
 */
export function companySetting({ credential, companyId }: Caller): string {
  const company = credential ? credential.companyId : companyId
  if (company !== undefined) return `set local app.company_id = '${company}'`
  if (!credential) return ''
  const hash = `'\\x${credential.hash.toString('hex')}'`
  const found = `coalesce(${credential.lookup}(${hash})::text, '')`
  return `do $$ begin execute format('set local app.company_id = %L', ${found}); end $$`
}

/** The SQL that sets the actor of a caller; empty if it has none. */
export const actorSetting = ({ actor }: Caller): string =>
  actor ? `set local app.actor = ${pg.escapeLiteral(JSON.stringify(actor))}` : ''

/** The SQL that makes PostgreSQL refuse writes, for a caller that may only read; otherwise empty. */
export const readOnlySetting = ({ isReadOnly }: Caller): string =>
  isReadOnly ? 'set transaction read only' : ''

/**
 * The texts that begin a transaction with settings. Citus passes the whole text that has a setting on to other servers, where the
 * transaction has begun already, and each server would log a warning: so there, `begin` is a text of its own.
 */
export function beginWith({ settings, isSharded = false }: Envelope): readonly string[] {
  if (!settings) return ['begin']
  return isSharded ? ['begin', settings] : [`begin; ${settings}`]
}

/** Joins settings to one text. */
export const joinSettings = (...settings: readonly string[]): string =>
  settings.filter(Boolean).join('; ')

/** Sends one statement, as a transaction of its own. */
export function sendOne(
  client: ClientBase,
  query: QueryConfig,
  envelope: Envelope,
): Promise<QueryResult> {
  const { settings, position, isSharded } = envelope
  const statement = sentForm(query, isSharded)
  if (!settings) return sendAt(client, statement, position)
  const begin = beginWith(envelope)
  const sent = [
    ...begin.map((text) => client.query(text)),
    sendAt(client, statement, position),
    client.query('commit'),
  ]
  return settle(sent, begin.length)
}

/**
 * Waits until all pipelined statements have ended, because the connection is free only then. Returns the result of the one
 * at `index`, or throws the first error, which causes the errors after it.
 */
async function settle(sent: readonly Promise<QueryResult>[], index: number): Promise<QueryResult> {
  const outcomes = await Promise.allSettled(sent)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return (outcomes[index] as PromiseFulfilledResult<QueryResult>).value
}
