import {
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputObjectType,
} from 'graphql'

type Path = readonly (string | number)[]

/** A place of an input: where it is, what belongs there, and what is said of it. */
export interface Position {
  readonly path: Path
  /** The name of the type that belongs there, without `!`. */
  readonly type: string
  readonly nullable: boolean
  readonly description: string
}

/** Every place of an input type, down to the first entry of each list. */
export function positionsOf(type: GraphQLInputObjectType): Position[] {
  return Object.values(type.getFields()).flatMap((field) =>
    positionsUnder(field.type, [field.name], field.description ?? ''),
  )
}

function positionsUnder(type: GraphQLInputType, path: Path, description: string): Position[] {
  const nullable = !isNonNullType(type)
  const bare = isNonNullType(type) ? type.ofType : type
  const here = { path, type: String(bare), nullable, description }
  if (isListType(bare)) return [here, ...positionsUnder(bare.ofType, [...path, 0], description)]
  if (!isInputObjectType(bare)) return [here]
  const below = positionsOf(bare).map((each) => ({ ...each, path: [...path, ...each.path] }))
  return [here, ...below]
}

export const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], input)

/** The input with another value at a place. */
export function withValueAt<Input extends object>(input: Input, path: Path, value: unknown): Input {
  const copy = structuredClone(input)
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>
  parent[path.at(-1) as string] = value
  return copy
}
