import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPendingChanges } from '../../scripts/pending-changes.js'

// So the schema has no other change without a migration.
test('of the schema with one more field, reports only this field, and ignores what only migrations can define', async () => {
  const schema = readFileSync('prisma/schema.prisma', 'utf8')
  const changed = schema.replace(/^model Client \{$/m, '$&\n  nickname String?')
  expect(changed).not.toBe(schema)
  const sql = await findPendingChanges(changed)
  expect(sql.trim()).toBe('-- AlterTable\nALTER TABLE "client" ADD COLUMN     "nickname" TEXT;')
})
