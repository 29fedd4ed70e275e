import {
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputObjectType,
} from 'graphql'

type Path = readonly (string | number)[]

/** A field of an input, also a nested one or an item of a list. */
export interface InputField {
  readonly path: Path
  /** The name of its type, without `!`. */
  readonly type: string
  readonly nullable: boolean
  readonly description: string
}

/**
 * All fields of an input type, with nested ones and the first item of each list. Without `showIf`, which the first question
 * of a checklist cannot have: see checklist.test.ts.
 */
export function inputFieldsOf(type: GraphQLInputObjectType): InputField[] {
  return Object.values(type.getFields())
    .filter(({ name }) => name !== 'showIf')
    .flatMap((field) => inputFieldsUnder(field.type, [field.name], field.description ?? ''))
}

function inputFieldsUnder(type: GraphQLInputType, path: Path, description: string): InputField[] {
  const nullable = !isNonNullType(type)
  const bare = isNonNullType(type) ? type.ofType : type
  const here = { path, type: String(bare), nullable, description }
  if (isListType(bare)) return [here, ...inputFieldsUnder(bare.ofType, [...path, 0], description)]
  if (!isInputObjectType(bare)) return [here]
  const below = inputFieldsOf(bare).map((each) => ({ ...each, path: [...path, ...each.path] }))
  return [here, ...below]
}

export const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], input)

/** A copy of the input with another value at a path. */
export function withValueAt<Input extends object>(input: Input, path: Path, value: unknown): Input {
  const copy = structuredClone(input)
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>
  parent[path.at(-1) as string] = value
  return copy
}
