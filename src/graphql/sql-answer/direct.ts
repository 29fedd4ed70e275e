import {
  assertObjectType,
  type DocumentNode,
  type FieldNode,
  getArgumentValues,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import { groups, type ModelName, stepsOf } from '../../db/read/model.js'
import { orderBy } from '../../db/read/order.js'
import { type Condition, type Parent, writeCount, writePage } from '../../db/read/page.js'
import { type Place, Projection } from '../../db/read/projection.js'
import { listingOf } from '../../domain/listing/listings.js'
import { cursorExpression } from '../operation/cursor.js'
import { askedPage } from '../operation/page.js'
import { hasId, hasUuid } from '../read/read-graph.js'
import {
  fieldOf,
  fieldsOf,
  type Fragments,
  isEdge,
  type Selecting,
} from '../operation/selection.js'
import { type Asking, objectOf, type Piece, textOf } from './json-text.js'
import { leafPieces } from './leaf.js'
import { pageInfoSql } from './page-info.js'

/*
 * The shortest way of a query: one statement whose only row holds the text of the answer. PostgreSQL nests what it has
 * read, so that no field costs a promise, an object or a property; the loaders' many round trips become one.
 *
 * It is taken by operations that need no code for any field: connections, records by id, relations and scalars, in any
 * nesting, with all arguments, aliases and fragments. For everything else, lists of values, `node` and mutations among
 * it, there is no plan and the loaders answer. What a page is, which fields there are and who may see what, both ways
 * ask the read engine; they differ only in who puts the answer together.
 *
 *   concat('{"sites":', (select concat('{"nodes":[', string_agg(concat('{"name":', to_json(page.name),
 *     ',"zones":', (select … where t.site_id = page.id …), '}'), ',' order by page.id), ']}') from ( … ) page), '}')
 *
 * A nested page stands where its value does and names the parent's row, which PostgreSQL evaluates for the records that
 * are on the parent's page, and no other.
 */

/** How an operation is answered by one statement. */
export interface DirectPlan {
  /** The SQL of the answer, `data`, as one text that is never null. */
  readonly write: (asking: Asking) => string
  /** Whether it reads nothing but a few records by their keys. */
  readonly isQuick: boolean
}

/** How many records a quick plan reads at most. */
const FEW = 12

/** A plan for a query; undefined where some field needs code. */
export function directPlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): DirectPlan | undefined {
  try {
    const query = assertObjectType(schema.getQueryType())
    const planner = new Planner(fragmentsOf(document))
    const pieces = planner.root(query, [operation])
    // What is known without the database is not worth asking it.
    if (!planner.reads) return undefined
    return { write: (asking) => textOf(pieces, asking), isQuick: planner.lookups <= FEW }
  } catch (error) {
    if (error instanceof NeedsCode) return undefined
    throw error
  }
}

class NeedsCode extends Error {}

const fragmentsOf = (document: DocumentNode): Fragments =>
  Object.fromEntries(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [],
    ),
  )

const keyOf = ({ alias, name }: FieldNode) => (alias ?? name).value

type ArgumentsOf = (asking: Asking) => Readonly<Record<string, unknown>>

class Planner {
  /** Whether anything of the plan is read from a table. */
  reads = false
  /** How many records are read by their keys; infinitely many where it reads a list, or what a field is counted of. */
  lookups = 0

  constructor(private readonly fragments: Fragments) {}

  root(query: GraphQLObjectType, nodes: readonly Selecting[]): readonly Piece[] {
    return this.object(query, nodes, (field, fields, args) => {
      const type = getNamedType(field.type)
      if (!isObjectType(type)) throw new NeedsCode()
      if (type.name.endsWith('Connection')) return this.connection(type, fields, args)
      if (field.name === 'viewer') return this.viewer(type, fields)
      if (field.name === 'company') return this.record(type, fields, ownCompany)
      // A field that finds one record by its UUID.
      if (field.args.length !== 1 || field.args[0]?.name !== 'id') throw new NeedsCode()
      return this.record(type, fields, (asking) => hasUuid(args(asking)['id'] as string))
    })
  }

  /** The pieces of an object; `value` makes those of each field but `__typename`. */
  private object(
    type: GraphQLObjectType,
    nodes: readonly Selecting[],
    value: (
      field: GraphQLField<unknown, unknown>,
      nodes: readonly FieldNode[],
      args: ArgumentsOf,
    ) => readonly Piece[],
  ): Piece[] {
    const properties = [...fieldsOf(type.name, nodes, this.fragments, keyOf)].map(
      ([key, fields]) => {
        const [node] = fields
        const name = node?.name.value ?? ''
        if (name === '__typename') return [key, [JSON.stringify(type.name)]] as const
        const field = type.getFields()[name]
        if (!field || !node) throw new NeedsCode()
        const args: ArgumentsOf = ({ variables }) =>
          getArgumentValues(field, node, { ...variables })
        return [key, value(field, fields, args)] as const
      },
    )
    return objectOf(properties)
  }

  private viewer(type: GraphQLObjectType, nodes: readonly FieldNode[]): Piece[] {
    return this.object(type, nodes, (field, fields) => {
      const to = getNamedType(field.type)
      if (field.name === 'user' && isObjectType(to)) return this.record(to, fields, ownUser)
      if (field.name === 'company' && isObjectType(to)) return this.record(to, fields, ownCompany)
      if (field.name !== 'role') throw new NeedsCode()
      const role = ({ statement, viewer }: Asking) => statement.parameter(viewer.role, 'text')
      return [(asking) => textOf(leafPieces(role(asking), field.type) ?? [], asking)]
    })
  }

  /** One record of the company, or null. */
  private record(
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    condition: (asking: Asking) => Condition,
  ): Piece[] {
    this.reads = true
    const projection = new Projection(type.name as ModelName)
    const pieces = this.fields(projection, projection.root, type, nodes)
    this.lookups += 1 + projection.lookups
    return [
      (asking) => {
        const request = { where: [condition(asking)], order: [], limit: 1 }
        const { statement } = asking
        const page = writePage(statement, projection.root.model, columnsOf(projection), request)
        return `coalesce((select ${textOf(pieces, asking)} from ${page.sql} ${projection.joins}), 'null')`
      },
    ]
  }

  /** The fields of the record at a place. */
  private fields(
    projection: Projection,
    place: Place,
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
  ): Piece[] {
    const { model } = place
    return this.object(type, nodes, ({ name, type: fieldType }, fields, args) => {
      const field = fieldOf(model, name)
      const to = getNamedType(fieldType)
      const group = groups[model]?.[field]
      if (group && isObjectType(to)) {
        return this.object(to, fields, (part) =>
          leaf(projection.field(place, group[part.name] ?? ''), part.type),
        )
      }
      if (isEdge(model, name) && isObjectType(to)) {
        const parent = { model, relation: name, id: projection.column(place, 'id') }
        return this.connection(to, fields, args, parent)
      }
      if (stepsOf(model, field) && isObjectType(to)) {
        const there = projection.follow(place, field)
        const pieces = this.fields(projection, there, to, fields)
        if (isNonNullType(fieldType)) return pieces
        const id = projection.column(there, 'id')
        return [
          (asking) => `case when ${id} is null then 'null' else ${textOf(pieces, asking)} end`,
        ]
      }
      return leaf(projection.field(place, field), fieldType)
    })
  }

  /** A page of a company's records, or of a parent's. */
  private connection(
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    args: ArgumentsOf,
    parent?: Parent,
  ): Piece[] {
    this.lookups = Infinity
    const node = getNamedType(type.getFields()['nodes']?.type)
    if (!isObjectType(node)) throw new NeedsCode()
    const model = node.name as ModelName
    const page = (asking: Asking) =>
      askedPage(listingOf(model), { edges: false, pageInfo: false }, args(asking))

    let reads = false
    const pieces = this.object(type, nodes, (field, fields) => {
      const to = getNamedType(field.type)
      if (field.name === 'pageInfo' && isObjectType(to)) {
        return this.object(to, fields, ({ name }) => {
          reads = true
          return [(asking) => pageInfoSql(name, asking, model, page(asking), parent)]
        })
      }
      reads = true
      if (field.name === 'totalCount') {
        return [(asking) => `(${writeCount(asking.statement, model, page(asking).where, parent)})`]
      }
      if (field.name !== 'nodes' && field.name !== 'edges') throw new NeedsCode()
      const projection = new Projection(model)
      const record = (selected: readonly FieldNode[]) =>
        this.fields(projection, projection.root, node, selected)
      const each =
        field.name === 'edges' && isObjectType(to)
          ? this.object(to, fields, (part, selected) =>
              part.name === 'cursor' ? ['"', cursor, '"'] : record(selected),
            )
          : record(fields)
      const list: Piece = (asking) => {
        const { order, request } = page(asking)
        const { sql, keys } = writePage(
          asking.statement,
          model,
          columnsOf(projection),
          request,
          parent,
        )
        const text = textOf(each, { ...asking, cursor: cursorExpression(order, keys, 'page.id') })
        const sorted = orderBy([...keys, 'page.id'], request.order, false)
        return `(select string_agg(${text}, ',' order by ${sorted}) from ${sql} ${projection.joins})`
      }
      return ['[', list, ']']
    })
    // Its arguments are checked by what reads it.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- set by a callback
    if (!reads) throw new NeedsCode()
    this.reads = true
    return pieces
  }
}

const cursor: Piece = (asking) => asking.cursor ?? ''

const ownUser = ({ viewer }: Asking) => hasId(viewer.userId)
const ownCompany = ({ viewer }: Asking) => hasId(viewer.companyId)

/** The page's columns; its id always, for the order. */
const columnsOf = (projection: Projection) => {
  projection.column(projection.root, 'id')
  return projection.pageColumns
}

function leaf(sql: string | undefined, type: Parameters<typeof leafPieces>[1]): readonly Piece[] {
  const pieces = sql === undefined ? undefined : leafPieces(sql, type)
  if (!pieces) throw new NeedsCode()
  return pieces
}
