import { getNamedType, type GraphQLArgument, type GraphQLType } from 'graphql'
import { exampleValue } from './example-values.js'
import { linkToType } from './uses.js'

/** The arguments of a field as a Markdown table; empty without arguments. */
export const argumentTable = (args: readonly GraphQLArgument[]): string =>
  args.length === 0 ? '' : [...HEAD, ...args.map(rowOf)].join('\n')

const HEAD = ['| Argument | Type | Meaning | Example |', '|---|---|---|---|']

function rowOf({ name, type, description }: GraphQLArgument): string {
  const meaning = (description ?? '').replaceAll(/\s+/g, ' ')
  const cells = [`\`${name}\``, linkTo(type), meaning, `\`${exampleValue(type, name)}\``]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** A link to a type, with its lists and `!`. */
export const linkTo = (type: GraphQLType) => linkToType(getNamedType(type).name, String(type))
