import {
  type GraphQLNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  lexicographicSortSchema,
} from 'graphql'
import { createSchema } from '../../../src/graphql/schema/build-schema.js'
import { type Page, summaryOf } from '../page.js'
import { Examples } from './examples.js'
import { typePage } from './type-page.js'
import { findUses, linkToType } from './uses.js'

const ROOTS = ['Query', 'Mutation', 'Subscription']

/** The kinds of types, in the order of the index. */
const KINDS: readonly (readonly [title: string, has: (type: GraphQLNamedType) => boolean])[] = [
  ['Operations', ({ name }) => ROOTS.includes(name)],
  ['Records', (type) => isObjectType(type) && type.getInterfaces().length > 0],
  ['Interfaces and unions', (type) => isInterfaceType(type) || isUnionType(type)],
  ['Connections and edges', ({ name }) => /(Connection|Edge)$/.test(name)],
  ['Payloads', ({ name }) => name.endsWith('Payload')],
  ['Other objects', isObjectType],
  ['Filters and orders', (type) => isInputObjectType(type) && /(Filter|Order)$/.test(type.name)],
  ['Inputs', isInputObjectType],
  ['Enums', isEnumType],
  ['Scalars', () => true],
]

/** A page for each type of the schema, and the index. */
export function schemaPages(): Page[] {
  // The unsorted schema has the resolvers' annotations by which the cost is computed.
  const schema = createSchema()
  const sorted = lexicographicSortSchema(schema)
  const sources = {
    examples: new Examples(schema),
    usesOf: findUses(sorted),
    possibleTypes: (type: GraphQLNamedType) =>
      isAbstractType(type) ? sorted.getPossibleTypes(type) : [],
  }
  const types = Object.values(sorted.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  const pages = types.map((type): Page => {
    const summary = summaryOf(type.description ?? '')
    const markdown = typePage(type, sources)
    const isListed = ROOTS.includes(type.name)
    return {
      path: `schema/${type.name}`,
      title: type.name,
      section: 'Schema',
      summary,
      markdown,
      isListed,
    }
  })
  return [indexPage(types), ...pages]
}

function indexPage(types: readonly GraphQLNamedType[]): Page {
  const left = new Set(types)
  const blocks = KINDS.map(([title, has]) => {
    const own = [...left].filter(has)
    for (const type of own) left.delete(type)
    const lines = own.map((type) => {
      const summary = summaryOf(type.description ?? '')
      return `- ${linkToType(type.name)}${summary === '' ? '' : `: ${summary}`}`
    })
    return `## ${title}\n\n${lines.join('\n')}`
  })
  const summary =
    'Every type of the GraphQL schema, with its fields, arguments, examples and costs.'
  const intro = `${summary} Generated from the schema; [schema.graphql](/docs/schema.graphql) has all of it in one file.`
  return {
    path: 'schema/index',
    title: 'Schema',
    section: 'Schema',
    summary,
    markdown: `# Schema\n\n${intro}\n\n${blocks.join('\n\n')}\n`,
    isListed: true,
  }
}
