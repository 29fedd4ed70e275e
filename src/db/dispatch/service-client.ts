import pg, { type ClientConfig, type QueryConfig } from 'pg'
import { type FindPrimary, setHost } from '../find-primary.js'
import { streamOf } from './connection-stream.js'

/** The configuration of a connection. node-postgres ignores its own properties. */
export interface ServiceClientConfig extends ClientConfig {
  /** Finds the host to connect to, if there are several. */
  readonly findPrimary?: FindPrimary | undefined
  /**
   * Whether all statements are sent without a name, so that the server prepares none for later. PgBouncer in transaction mode
   * may use another session for each transaction: a prepared statement may be missing there or, worse, be that of another
   * client.
   */
  readonly unnamed?: boolean | undefined
}

/** A connection to the primary: among several hosts, it finds the one that accepts writes before it connects. */
export class ServiceClient extends pg.Client {
  private readonly findPrimary: FindPrimary | undefined
  private readonly unnamed: boolean

  constructor(config?: ServiceClientConfig) {
    super(config)
    this.findPrimary = config?.findPrimary
    this.unnamed = config?.unnamed ?? false
  }

  /** `never` is assignable to the results of all overloads. */
  override query(...parameters: unknown[]): never {
    const [statement, ...rest] = parameters as [string | QueryConfig, ...unknown[]]
    const sent =
      this.unnamed && typeof statement === 'object' ? { ...statement, name: undefined } : statement
    return (super.query as (...sent: unknown[]) => never)(sent, ...rest)
  }

  override connect(...[callback]: readonly unknown[]): Promise<this> {
    const connected = this.connectToPrimary()
    if (!callback) return connected
    const done = callback as (error: unknown) => void
    const succeed = () => {
      done(null)
      return this
    }
    const fail = (error: unknown) => {
      done(error)
      return this
    }
    return connected.then(succeed, fail)
  }

  private async connectToPrimary(): Promise<this> {
    if (this.findPrimary) {
      setHost(this, await this.findPrimary())
      // The time limit of the pool has passed during the search.
      if (streamOf(this).destroyed) throw new Error('timeout expired')
    }
    await super.connect()
    return this
  }
}
