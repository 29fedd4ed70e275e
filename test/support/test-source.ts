import type { Source } from '../../src/db/source.js'

/** How the test files of one worker connect to its migrated database. */
export interface TestSource extends Omit<Source, 'close'> {
  /** The same for the role that is subject to row-level security; only on a server. */
  restrictedConnection?: Source['connection']
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker. */
    databases: TestSource[]
    /** The folder in which test files record the statements of the service. */
    recordedStatements: string
  }
}
