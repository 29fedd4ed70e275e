import {
  getNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { slug } from 'github-slugger'
import { markdownAddress } from '../page.js'

/** Where a type is used: links as Markdown, sorted. */
export interface Uses {
  /** The fields whose values have the type. */
  readonly values: string[]
  /** The fields whose arguments, and the inputs whose fields, have the type. */
  readonly inputs: string[]
}

const NONE: Uses = { values: [], inputs: [] }

/** Finds the uses of all types. Returns a function that returns those of one type. */
export function findUses(schema: GraphQLSchema): (type: string) => Uses {
  const found = new Map<string, Uses>()
  const usesOf = (type: string) => {
    const uses = found.get(type) ?? { values: [], inputs: [] }
    found.set(type, uses)
    return uses
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    if (isInputObjectType(type)) {
      for (const { name, type: to } of Object.values(type.getFields()))
        usesOf(getNamedType(to).name).inputs.push(linkToField(type.name, name))
    }
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const { name, type: to, args } of Object.values(type.getFields())) {
      const link = linkToField(type.name, name)
      usesOf(getNamedType(to).name).values.push(link)
      const inputs = new Set(args.map((arg) => getNamedType(arg.type).name))
      for (const input of inputs) usesOf(input).inputs.push(link)
    }
  }
  return (type) => found.get(type) ?? NONE
}

/** A link to a type, as Markdown. `text` is the type with its lists and `!`. */
export const linkToType = (name: string, text = name) =>
  `[\`${text}\`](${markdownAddress(`schema/${name}`)})`

export const linkToField = (type: string, field: string) =>
  `[\`${type}.${field}\`](${markdownAddress(`schema/${type}`)}#${slug(field)})`
