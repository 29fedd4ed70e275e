/** How the embedded database is opened: its data folder, or none to live in memory. */
export interface WorkerSettings {
  folder?: string | undefined
  durable: boolean
}

/** Bytes of the PostgreSQL protocol to execute, or a word. Requests are answered in order. */
export type WorkerRequest = Uint8Array | 'reset' | 'close'

/** What the backend sent back, or why there is nothing. The first answer says that the database is open. */
export type WorkerAnswer = { bytes: Uint8Array } | { error: string }
