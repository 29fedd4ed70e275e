// Fails when prisma/schema.prisma says something that prisma/migrations do not, or the reverse, and prints the difference.
import { readFile } from 'node:fs/promises'
import { findPendingChanges } from './pending-changes.js'

const sql = await findPendingChanges(await readFile('prisma/schema.prisma', 'utf8'))
if (sql) {
  console.error('prisma/migrations lack what prisma/schema.prisma says:\n')
  console.error(sql)
  process.exitCode = 1
} else {
  console.log('prisma/migrations and prisma/schema.prisma agree.')
}
