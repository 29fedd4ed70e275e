import {
  astFromValue,
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLType,
  print,
} from 'graphql'
import { exampleValue } from './example-values.js'
import { linkToType } from './uses.js'

/** The arguments of a field as a Markdown table; empty without arguments. */
export const argumentTable = ({ args, type }: GraphQLField<unknown, unknown>): string =>
  args.length === 0
    ? ''
    : [...HEAD, ...args.map((arg) => rowOf(arg, getNamedType(type).name))].join('\n')

const HEAD = ['| Argument | Type | Meaning | Example |', '|---|---|---|---|']

function rowOf(arg: GraphQLArgument, owner: string): string {
  const { name, type, description } = arg
  const meaning = [description ?? '', ...defaultText(arg)].join(' ').replaceAll(/\s+/g, ' ')
  const cells = [`\`${name}\``, linkTo(type), meaning, `\`${exampleValue(type, name, owner)}\``]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** The value of an argument, or of a field of an input, that is left out; empty if it has none. */
export function defaultText({ type, defaultValue }: GraphQLArgument | GraphQLInputField): string[] {
  const value = defaultValue === undefined ? undefined : astFromValue(defaultValue, type)
  return value ? [`Default: \`${print(value)}\`.`] : []
}

/** A link to a type, with its lists and `!`. */
export const linkTo = (type: GraphQLType) => linkToType(getNamedType(type).name, String(type))
