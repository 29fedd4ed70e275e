import {
  getNamedType,
  isAbstractType,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
  parse,
  print,
} from 'graphql'
import { exampleValue } from './example-values.js'

type Field = GraphQLField<unknown, unknown>

/** The fields that lead from a root type to a type. */
interface Way {
  readonly operation: 'query' | 'mutation' | 'subscription'
  readonly fields: readonly Field[]
}

/** Fields that show best what an object is. */
const PREFERRED = ['nodes', 'id', 'name', 'code', 'ok']

/** Arguments that an example has although they are not required: a record needs its id or another key. */
const SHOWN_ARGUMENTS = ['first', 'id']

/** The size of the page of a list that is shown. The lists that lead to it have one record, so that its cost is that for one parent. */
const SHOWN = 10

/** Writes a document for each field that a document can select. The reference of the schema and the playground show it. */
export class ExampleDocuments {
  private readonly ways = new Map<string, Way>()

  constructor(private readonly schema: GraphQLSchema) {
    const [query, mutation] = [schema.getQueryType(), schema.getMutationType()]
    this.walk('query', query, false)
    this.walk('query', query, true)
    this.walk('mutation', mutation, true)
    this.walk('subscription', schema.getSubscriptionType(), true)
  }

  /** The example of a field of an object type, or of an interface. */
  of(parent: GraphQLNamedOutputType, field: Field): string {
    return this.document(parent, this.selected(field, SHOWN))
  }

  /** The same document without the field. */
  without(parent: GraphQLNamedOutputType): string {
    return this.document(parent, '__typename')
  }

  /** Finds the shortest way to each type that has none: `throughAbstract`, also through interfaces, which needs a fragment. */
  private walk(
    operation: Way['operation'],
    root: GraphQLObjectType | null | undefined,
    throughAbstract: boolean,
  ): void {
    const seen = new Set([root])
    if (root) this.ways.set(root.name, { operation, fields: [] })
    for (const type of seen) {
      const way = this.ways.get(type?.name ?? '')?.fields ?? []
      for (const field of Object.values(type?.getFields() ?? {})) {
        for (const target of this.targetsOf(field, throughAbstract)) {
          if (!this.ways.has(target.name)) {
            this.ways.set(target.name, { operation, fields: [...way, field] })
          }
          if (isObjectType(target)) seen.add(target)
        }
      }
    }
  }

  private targetsOf(field: Field, throughAbstract: boolean): readonly GraphQLNamedOutputType[] {
    const to = getNamedType(field.type)
    if (isAbstractType(to)) return throughAbstract ? [to, ...this.schema.getPossibleTypes(to)] : []
    return isObjectType(to) ? [to] : []
  }

  /** A document that selects something of a type. */
  private document(type: GraphQLNamedOutputType, selection: string): string {
    const way = this.ways.get(type.name)
    if (!way) throw new Error(`expected a way to ${type.name}`)
    const { operation, fields } = way
    const last = fields.at(-1)
    // The type may be of the sorted schema, so it is compared by name.
    const isNarrowed = last && getNamedType(last.type).name !== type.name
    const inner = isNarrowed ? `... on ${type.name} { ${selection} }` : selection
    const body = fields.reduceRight((below, field) => `${this.call(field, 1)} { ${below} }`, inner)
    return print(parse(`${operation} { ${body} }`))
  }

  private call({ name, args, type }: Field, size: number): string {
    const given = args
      .filter((arg) => isRequiredArgument(arg) || SHOWN_ARGUMENTS.includes(arg.name))
      .map((arg) =>
        arg.name === 'first'
          ? `first: ${size}`
          : `${arg.name}: ${exampleValue(arg.type, arg.name, getNamedType(type).name)}`,
      )
    return given.length === 0 ? name : `${name}(${given.join(', ')})`
  }

  private selected(field: Field, size: number): string {
    return `${this.call(field, size)}${this.below(getNamedType(field.type))}`
  }

  /** A short selection of an object's fields. */
  private below(type: GraphQLNamedOutputType): string {
    if (!isCompositeType(type)) return ''
    const fields = 'getFields' in type ? type.getFields() : {}
    const leaves = Object.values(fields).filter(
      ({ type: to, args }) => !isCompositeType(getNamedType(to)) && args.length === 0,
    )
    const names = [...PREFERRED, ...leaves.map(({ name }) => name), ...Object.keys(fields)]
    const field = fields[names.find((name) => name in fields) ?? '']
    return field ? ` { ${this.selected(field, 1)} }` : ' { __typename }'
  }
}
