import { expect, inject } from 'vitest'

/**
 * The files in which resolvers make the responses on the embedded database, and SQL makes them on a server, so that both are tested:
 * payloads of mutations, and documents that a client sends again. Other queries are executed both ways by `graph`.
 */
const FILES = /\/test\/graphql\/(mutations|server\/http-audit|sql-answer\/repeated-queries)\b/
const given = process.env['SQL_ANSWERS']

/** Sets `SQL_ANSWERS` for the services of a test file, unless it is set for the run. */
export function chooseExecutor(): void {
  if (given !== undefined) return
  const isEmbedded = inject('databases').every(({ embedded }) => embedded)
  if (isEmbedded && FILES.test(expect.getState().testPath ?? '')) process.env['SQL_ANSWERS'] = 'off'
  else delete process.env['SQL_ANSWERS']
}
