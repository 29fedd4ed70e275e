import { runTests } from './run-tests.js'

/** Compares kept answers to 46,000 random documents, beside writes, with those that the database gives. */
export const run = (): Promise<void> =>
  runTests('test/graphql/sql-answer/kept-documents.test.ts', { DOCUMENTS: '46000' })
