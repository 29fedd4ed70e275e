import type { QueryConfig } from 'pg'
import { ServiceClient } from './service-client.js'

/*
 * PgBouncer in transaction mode may give a client another session of the server for each transaction. So prepared
 * statements and settings, which belong to a session, may be missing or, worse, be those of another client. Pipelining
 * and cancel requests work.
 */

/** A connection to PgBouncer. It sends all statements without a name, so that the server keeps none of them. */
export class PooledClient extends ServiceClient {
  /** `never` is assignable to the results of all overloads. */
  override query(...parameters: unknown[]): never {
    const [statement, ...rest] = parameters as [string | QueryConfig, ...unknown[]]
    const unnamed = typeof statement === 'string' ? statement : { ...statement, name: undefined }
    return (super.query as (...sent: unknown[]) => never)(unnamed, ...rest)
  }
}
