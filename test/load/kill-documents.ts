import { runTests } from './run-tests.js'

/**
 * Kills the service a hundred times with each store of documents, while clients upload and attach files, and a command moves them. The
 * environment variable KILLS is the number of kills. Needs DATABASE_URL.
 */
export const run = (): Promise<void> =>
  runTests('test/durability/kill-documents.test.ts', { KILLS: '100' })
