import { Q2 } from './q2-asset-page.js'
import { Q11 } from './q11-filtered-levels.js'
import type { Document, GraphQLQuery } from './query.js'

/** A document whose variables are literals. A comment with a number makes each text new. */
const withLiterals =
  (document: Document = ''): Document =>
  (number, variables) =>
    `# ${number}\n${(typeof document === 'string' ? document : '')
      .replace(/\(\$.*?\)/, '')
      .replace(/\$(\w+)/g, (_, name: string) => JSON.stringify(variables[name]))}`

/** A query whose requests have literals instead of variables, each in a text of its own, as scripts send them. */
const asScript = (name: string, query: GraphQLQuery): GraphQLQuery => ({
  ...query,
  title: `${name} with literals instead of variables, in a new text for each request`,
  service: withLiterals(query.service),
  postgraphile: withLiterals(query.postgraphile),
  mercurius: false,
})

export const Q13a = asScript('Q2', Q2)
export const Q13b = asScript('Q11', Q11)
