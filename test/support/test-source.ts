import type { ClientConfig } from 'pg'

/** How the test files of one worker reach its database, which is migrated and theirs alone. */
export interface TestSource {
  connection: ClientConfig
  embedded: boolean
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker of vitest. */
    databases: TestSource[]
  }
}
