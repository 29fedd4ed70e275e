import pg, { type ClientConfig } from 'pg'
import { type FindPrimary, setHost } from '../find-primary.js'
import { streamOf } from './connection-stream.js'

/** The configuration of a connection. node-postgres ignores `findPrimary`. */
export interface ServiceClientConfig extends ClientConfig {
  /** Finds the host to connect to, if there are several. */
  readonly findPrimary?: FindPrimary | undefined
}

/** A connection to the primary: among several hosts, it finds the one that accepts writes before it connects. */
export class ServiceClient extends pg.Client {
  private readonly findPrimary: FindPrimary | undefined

  constructor(config?: ServiceClientConfig) {
    super(config)
    this.findPrimary = config?.findPrimary
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
