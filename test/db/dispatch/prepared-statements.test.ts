import { expect, it } from 'vitest'
import { PreparedStatements } from '../../../src/db/dispatch/prepared-statements.js'

it('names a text when it is seen for the second time, and returns the same object from then on', () => {
  const statements = new PreparedStatements()
  expect(statements.prepare('select 1')).toEqual({ text: 'select 1' })
  const prepared = statements.prepare('select 1')
  expect(prepared).toEqual({ text: 'select 1', name: 'read-1' })
  expect(statements.prepare('select 1')).toBe(prepared)
  statements.prepare('select 2')
  expect(statements.prepare('select 2').name).toBe('read-2')
})

it('names at most 500 texts', () => {
  const statements = new PreparedStatements()
  const names = new Set<string | undefined>()
  for (let number = 0; number < 1000; number += 1) {
    statements.prepare(`select ${number}`)
    names.add(statements.prepare(`select ${number}`).name)
  }
  names.delete(undefined)
  expect(names.size).toBe(500)
})
