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

  /**
   * Sends a statement. All statements of one turn of the event loop are one write to the socket. node-postgres writes each by itself,
   * and these system calls take a large part of the processor time of a mutation (docs/decisions/writes.md). `never` is assignable to the results of all overloads.
   */
  override query(...parameters: unknown[]): never {
    const stream = streamOf(this)
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(() => {
        stream.uncork()
      })
    }
    const [statement, ...rest] = parameters as [string | QueryConfig, ...unknown[]]
    const sent =
      this.unnamed && typeof statement === 'object' ? { ...statement, name: undefined } : statement
    return (super.query as (...sent: unknown[]) => never)(sent, ...rest)
  }

  /**
   * `pg.Client` calls `callback` in the tick in which the connection is ready, and the pool then adds its listener for errors.
   * If it were called in a later tick, an error that arrives together with the end of the login, such as the shutdown of the
   * server, would have no listener, and would end the process.
   */
  override connect(...[callback]: readonly unknown[]): Promise<this> {
    if (callback) {
      this.connectToPrimary(callback as Callback)
      return Promise.resolve(this)
    }
    return new Promise((resolve, reject) => {
      this.connectToPrimary((error) => {
        if (error) reject(error)
        else resolve(this)
      })
    })
  }

  private connectToPrimary(callback: Callback): void {
    if (!this.findPrimary) {
      super.connect(callback)
      return
    }
    this.findPrimary().then((host) => {
      setHost(this, host)
      // The time limit of the pool may have passed during the search.
      if (streamOf(this).destroyed) callback(new Error('timeout expired'))
      else super.connect(callback)
    }, callback)
  }
}

type Callback = (error: Error | null) => void
