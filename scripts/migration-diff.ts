// Prints the SQL of the next migration: the difference between prisma/schema.prisma and prisma/migrations.
import { readFile } from 'node:fs/promises'
import { findPendingChanges } from './pending-changes.js'

console.log(await findPendingChanges(await readFile('prisma/schema.prisma', 'utf8')))
