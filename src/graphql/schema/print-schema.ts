import { lexicographicSortSchema, printSchema } from 'graphql'
import { createSchema } from './build-schema.js'

/** The text of the file `schema.graphql`. */
export const printedSchema = (): string =>
  `${printSchema(lexicographicSortSchema(createSchema()))}\n`
