import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { isOwnStatement } from './own-statements.js'

/*
 * Vitest runs this before each test file. It records the different statements that the service sends in this process, over
 * the connections of pools, for the check at the end of the run (`recorded-statements.ts`).
 */

const recorded = new Set<string>()
const send = pg.Client.prototype.query as (...parameters: unknown[]) => unknown

pg.Client.prototype.query = function (this: object, ...parameters: unknown[]) {
  const [statement] = parameters as [string | { text?: string }]
  const text = typeof statement === 'string' ? statement : statement.text
  // Only connections of a pool have `release`. Others are of migrations, or of tests.
  if (text !== undefined && 'release' in this && !isOwnStatement(text)) recorded.add(text)
  return send.apply(this, parameters)
} as typeof pg.Client.prototype.query

afterAll(() => {
  const lines = [...recorded].map((text) => `${JSON.stringify(text)}\n`)
  appendFileSync(join(inject('recordedStatements'), `${process.pid}.jsonl`), lines.join(''))
  recorded.clear()
})
