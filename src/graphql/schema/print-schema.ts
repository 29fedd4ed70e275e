import { writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { createSchema } from './build-schema.js'

/** The schema as the file `schema.graphql` holds it. */
export const printedSchema = (): string =>
  `${printSchema(lexicographicSortSchema(createSchema()))}\n`

if (process.argv[1]?.endsWith('print-schema.ts')) writeFileSync('schema.graphql', printedSchema())
