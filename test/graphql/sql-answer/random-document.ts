import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { Random } from '../../../src/demo/random.js'

const DEEPEST = 5
const LARGEST = 60
const VARIABLES = { a: 'Boolean!', b: 'Boolean! = true', n: 'Int' } as const

/**
 * A valid query and sets of variables for it. Fields with arguments have aliases, and aliases are unique, to prevent
 * conflicts between fields.
 */
export function randomDocument(
  schema: GraphQLSchema,
  seed: number,
  ids: readonly string[],
  options: Options = {},
) {
  const random = new Random(`document ${seed}`)
  const body = writeDocument(schema, random, ids, options)
  const declared = Object.entries(VARIABLES)
    .filter(([name]) => body.includes(`$${name}`))
    .map(([name, type]) => `$${name}: ${type}`)
  const vectors = Array.from({ length: 2 }, () => ({
    a: random.chance(0.5),
    ...(random.chance(0.7) && { b: random.chance(0.5) }),
    ...(random.chance(0.7) && { n: random.pick([null, 0, 1, 3]) }),
  }))
  return {
    query: `query ${declared.length > 0 ? `(${declared.join(', ')})` : ''} ${body}`,
    vectors,
  }
}

interface Options {
  /** The share of lists that have the filter `removed`; absent: as any other filter. */
  readonly removed?: number
}

function writeDocument(
  schema: GraphQLSchema,
  random: Random,
  ids: readonly string[],
  { removed }: Options,
): string {
  const fragments: { name: string; on: string; text: string }[] = []
  let count = 0
  let size = 0
  const unique = (letter: string) => `${letter}${(count += 1)}`

  const directive = () => {
    if (random.chance(0.8)) return ''
    return ` @${random.pick(['include', 'skip'])}(if: ${random.pick(['$a', '$b', 'true', 'false'])})`
  }

  /** A selection set that always includes `__typename`, so that it is never empty. */
  const selection = (type: GraphQLNamedOutputType, depth: number, distinct = false): string => {
    const parts = [distinct ? `${unique('t')}: __typename` : '__typename']
    for (let left = random.integer(1, 4); left > 0 && (size += 1) < LARGEST; left -= 1)
      parts.push(part(type, depth, distinct))
    return `{ ${random.shuffled(parts.filter((each) => each !== '')).join(' ')} }`
  }

  const part = (type: GraphQLNamedOutputType, depth: number, distinct: boolean): string => {
    if (isInterfaceType(type)) {
      if (random.chance(0.3))
        return `${random.pick(['id', 'databaseId', '__typename'])}${directive()}`
      const object = random.pick(schema.getPossibleTypes(type))
      return `... on ${object.name}${directive()} ${selection(object, depth, true)}`
    }
    if (!isObjectType(type)) return ''
    const kind = random.fraction()
    if (kind < 0.1) return `... on ${type.name}${directive()} ${selection(type, depth, distinct)}`
    if (kind < 0.15) return `...${directive()} ${selection(type, depth, distinct)}`
    if (kind < 0.3 && !distinct && depth > 1) return `...${fragment(type, depth)}${directive()}`
    const fields = Object.values(type.getFields()).filter(
      // The place in the log that `changes` returns moves between two answers.
      (each) =>
        getNamedType(each.type).name !== 'ChangePage' &&
        (depth > 1 || !isCompositeType(getNamedType(each.type))),
    )
    return fields.length === 0 ? '' : field(random.pick(fields), depth, distinct)
  }

  /** Reuses a fragment on the type if one exists, so that fragments are spread at several places. */
  const fragment = (on: GraphQLNamedOutputType, depth: number): string => {
    const known = fragments.filter((each) => each.on === on.name)
    if (known.length > 0) return random.pick(known).name
    const text = selection(on, Math.min(depth, 3))
    const name = unique('f')
    fragments.push({ name, on: on.name, text })
    return name
  }

  const field = (
    { name, type, args }: GraphQLField<unknown, unknown>,
    depth: number,
    distinct: boolean,
  ): string => {
    const page = random.pick(pageArguments)
    const given = args
      .filter(
        (each) =>
          isNonNullType(each.type) ||
          each.name === 'id' ||
          (page.includes(each.name) && random.chance(0.5)),
      )
      .map((each) => `${each.name}: ${value(each.type, MAX_FILTER_DEPTH)}`)
    const to = getNamedType(type)
    const filter = args.find((each) => each.name === 'filter')?.type
    const canBeRemoved = isInputObjectType(filter) && 'removed' in filter.getFields()
    if (removed !== undefined && canBeRemoved && random.chance(removed)) {
      const others = given.filter((each) => !each.startsWith('filter:'))
      given.splice(0, given.length, ...others, `filter: { removed: ${random.pick(REMOVED)} }`)
    }
    const alias = distinct || given.length > 0 || random.chance(0.15) ? `${unique('x')}: ` : ''
    const below = isCompositeType(to) ? ` ${selection(to, depth - 1)}` : ''
    const written = given.length > 0 ? `(${given.join(', ')})` : ''
    return `${alias}${name}${written}${directive()}${below}`
  }

  const value = (type: GraphQLInputType, depth: number): string => {
    if (isNonNullType(type)) return value(type.ofType, depth)
    if (isListType(type)) {
      const size = random.integer(0, 2)
      return `[${Array.from({ length: size }, () => value(type.ofType, depth)).join(', ')}]`
    }
    // The order by a key needs the key in `groupBy`, and years of jobs have too many days.
    if (type.toString().endsWith('GroupOrderField')) return random.pick(['COUNT', 'LAST_AT'])
    if (type.toString() === 'BucketUnit') return random.pick(['WEEK', 'MONTH', 'YEAR'])
    // It needs exactly one of its conditions.
    if (type.toString() === 'CustomFieldCondition')
      return `{ fieldId: ${scalar('ID', depth)}, equals: ${scalar('String', depth)} }`
    if (isEnumType(type)) return random.pick(type.getValues()).name
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter(
        (each) =>
          isNonNullType(each.type) ||
          (depth > 0 &&
            // Only at the top of a filter.
            (each.name !== 'removed' || depth === MAX_FILTER_DEPTH) &&
            random.chance(2 / Object.keys(type.getFields()).length)),
      )
      return `{ ${fields.map((each) => `${each.name}: ${value(each.type, depth - 1)}`).join(', ')} }`
    }
    return scalar(type.name, depth)
  }

  const scalar = (name: string, depth: number): string => {
    if (name === 'Int') {
      const isPageSize = depth === MAX_FILTER_DEPTH
      return random.pick([...(isPageSize ? ['$n', '0'] : []), '1', '2', '100'])
    }
    if (name === 'ID') return JSON.stringify(random.pick(ids))
    if (name === 'Boolean') return random.pick(['true', 'false', '$a', 'null'])
    if (name === 'DateTime') return '"2026-01-05T12:00:00+02:00"'
    if (name === 'Duration') return random.pick(['"P30D"', '"P1Y2M"'])
    if (name === 'TimeZone') return random.pick(['"Europe/London"', '"Asia/Kathmandu"'])
    return JSON.stringify(random.pick(['a', 'Site', '1', '', '%']))
  }

  const query = schema.getQueryType()
  if (!query) throw new Error('expected a query type')
  const operation = selection(query, DEEPEST)
  return [
    operation,
    ...fragments.map(({ name, on, text }) => `fragment ${name} on ${on} ${text}`),
  ].join('\n')
}

/** The depth of filters in `and`, `or` and `not`. */
const MAX_FILTER_DEPTH = 2

const REMOVED = ['ONLY', 'INCLUDE']

/** Arguments that may be combined. */
const pageArguments = [
  ['first', 'offset', 'filter', 'orderBy', 'groupBy', 'bucket'],
  ['last', 'filter', 'orderBy'],
]
