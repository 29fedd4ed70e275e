/** How to open the embedded database. */
export interface WorkerSettings {
  /** The data folder. If undefined, the database is in memory. */
  folder?: string | undefined
  /** Whether each commit is flushed to the disk. */
  durable: boolean
}

/** Messages of the PostgreSQL protocol to execute, or a command. The responses have the order of the requests. */
export type WorkerRequest = Uint8Array | 'reset' | 'dump' | 'close'

/** The backend's response, or an error message. The first response comes without a request: the database is open. */
export type WorkerResponse = { bytes: Uint8Array } | { error: string }
