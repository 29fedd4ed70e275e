// Prints the SQL of the next migration: the difference between prisma/migrations and prisma/schema.prisma.
import { readFile } from 'node:fs/promises'
import { findPendingChanges } from './pending-changes.js'

const sql = await findPendingChanges(await readFile('prisma/schema.prisma', 'utf8'))
console.log(sql || '-- prisma/migrations and prisma/schema.prisma agree.')
