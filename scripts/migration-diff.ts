// Prints the SQL of the next migration: what prisma/schema.prisma says beyond prisma/migrations.
import { readFile } from 'node:fs/promises'
import { findPendingChanges } from './pending-changes.js'

console.log(await findPendingChanges(await readFile('prisma/schema.prisma', 'utf8')))
