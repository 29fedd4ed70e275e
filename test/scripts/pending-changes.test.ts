import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPendingChanges } from '../../scripts/pending-changes.js'

test('the schema has no change without a migration, except what only migrations can define; a new field is one', async () => {
  const schema = readFileSync('prisma/schema.prisma', 'utf8')
  const changed = schema.replace(/^model Client \{$/m, '$&\n  nickname String?')
  expect(changed).not.toBe(schema)
  const [pending, sql] = await findPendingChanges(schema, changed)
  expect(pending).toBe('')
  expect(sql?.trim()).toBe('-- AlterTable\nALTER TABLE "client" ADD COLUMN     "nickname" TEXT;')
})
