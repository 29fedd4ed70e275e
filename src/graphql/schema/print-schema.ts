import { writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { createSchema } from './build-schema.js'

/** The text of the file `schema.graphql`. */
export const printedSchema = (): string =>
  `${printSchema(lexicographicSortSchema(createSchema()))}\n`

if (process.argv[1]?.endsWith('print-schema.ts')) writeFileSync('schema.graphql', printedSchema())
