import {
  type ConstValueNode,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
} from 'graphql'

/** The kinds of literals that a built-in scalar accepts. All other scalars of the schema accept strings only. */
const KINDS: Readonly<Record<string, readonly Kind[]>> = {
  ID: [Kind.STRING, Kind.INT],
  Int: [Kind.INT],
  Float: [Kind.INT, Kind.FLOAT],
  Boolean: [Kind.BOOLEAN],
}
const STRING_ONLY = [Kind.STRING]

/**
 * The value of a variable that means the same as a literal. Undefined if a literal of this kind is not allowed where the
 * variable would be: an enum value is a name, not a string, and `1.0` is not an Int. The coercion of variables checks the
 * rest, such as the range of a number and the required fields of an object.
 */
export function literalValue(node: ConstValueNode, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return literalValue(node, type.ofType)
  if (node.kind === Kind.NULL) return null
  if (isListType(type)) {
    if (node.kind !== Kind.LIST) return literalValue(node, type.ofType)
    const values = node.values.map((each) => literalValue(each, type.ofType))
    return values.includes(undefined) ? undefined : values
  }
  if (isInputObjectType(type)) {
    if (node.kind !== Kind.OBJECT) return undefined
    const fields = type.getFields()
    const entries = node.fields.map(({ name, value }): [string, unknown] => {
      const field = fields[name.value]
      return [name.value, field && literalValue(value, field.type)]
    })
    if (entries.some(([, value]) => value === undefined)) return undefined
    const object = Object.fromEntries(entries)
    // A field may not be repeated.
    return Object.keys(object).length === entries.length ? object : undefined
  }
  if (isEnumType(type)) return node.kind === Kind.ENUM ? node.value : undefined
  if (!(KINDS[type.name] ?? STRING_ONLY).includes(node.kind) || !('value' in node)) return undefined
  return type.name === 'Int' || type.name === 'Float' ? Number(node.value) : node.value
}
