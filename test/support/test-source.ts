import type { ClientConfig } from 'pg'

/** How the test files of one worker connect to its migrated database. */
export interface TestSource {
  connection: ClientConfig
  embedded: boolean
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker. */
    databases: TestSource[]
  }
}
