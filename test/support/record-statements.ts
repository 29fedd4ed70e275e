import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { afterFile } from './after-file.js'
import { isOwnStatement } from './own-statements.js'

/*
 * Records the different statements that the service sends in the processes of the tests, over the connections of pools, for
 * the check at the end of the run (`recorded-statements.ts`).
 */

/** A statement, and the test file that made the service send it. */
export interface RecordedStatement {
  readonly file: string
  readonly text: string
}

const recorded = new Set<string>()
const { query: send } = pg.Client.prototype as {
  query: (this: object, ...parameters: unknown[]) => unknown
}

pg.Client.prototype.query = function (this: object, ...parameters: unknown[]) {
  const [statement] = parameters as [string | { text?: string }]
  const text = typeof statement === 'string' ? statement : statement.text
  // Only connections of a pool have `release`. Others are of migrations, or of tests.
  if (text !== undefined && 'release' in this && !isOwnStatement(text)) recorded.add(text)
  return send.apply(this, parameters)
} as typeof pg.Client.prototype.query

afterFile(() => {
  const file = expect.getState().testPath ?? ''
  const to = join(inject('recordedStatements'), `${process.pid}.jsonl`)
  // One after the other: those of 46,000 documents are too long for one string.
  for (const text of recorded) appendFileSync(to, `${JSON.stringify({ file, text })}\n`)
  recorded.clear()
})
