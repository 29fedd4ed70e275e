// Fails if prisma/schema.prisma and prisma/migrations describe different databases, and prints the SQL of the difference.
import { readFile } from 'node:fs/promises'
import { findPendingChanges } from './pending-changes.js'

const sql = await findPendingChanges(await readFile('prisma/schema.prisma', 'utf8'))
if (sql) {
  console.error('A migration with this SQL is missing for prisma/schema.prisma:\n')
  console.error(sql)
  process.exitCode = 1
} else {
  console.log('prisma/migrations and prisma/schema.prisma agree.')
}
