import { runTests } from './run-tests.js'

/** Compares the responses of the resolvers and of SQL for 46,000 random documents. */
export const run = (): Promise<void> =>
  runTests('test/graphql/sql-answer/random-documents.test.ts', { DOCUMENTS: '46000' })
