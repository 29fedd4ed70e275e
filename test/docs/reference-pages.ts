import { readFileSync } from 'node:fs'
import type { GraphQLNamedType } from 'graphql'
import { schema } from '../support/graphql.js'

/** The types that have a page. */
export const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))

export const pageOf = ({ name }: { name: string }) =>
  readFileSync(`dist/docs/schema/${name}.md`, 'utf8')

/** The text of a page below each heading of a field or value. */
export function entriesOf(type: GraphQLNamedType): Map<string, string> {
  const [, ...entries] = pageOf(type).split(/^### /m)
  return new Map(entries.map((entry) => [entry.split('\n', 1)[0] ?? '', entry]))
}
