/** How to open the embedded database: its data folder (in memory if there is none), and whether commits are flushed. */
export interface WorkerSettings {
  folder?: string | undefined
  durable: boolean
}

/** Bytes of the PostgreSQL protocol to execute, or a command. Requests are answered in order. */
export type WorkerRequest = Uint8Array | 'reset' | 'close'

/** The bytes that the backend sent back, or an error message. The first response says that the database is open. */
export type WorkerResponse = { bytes: Uint8Array } | { error: string }
