import {
  type FieldNode,
  getArgumentValues,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
} from 'graphql'
import { allows, authorise } from '../../domain/access/authorise.js'
import type { Viewer } from '../../domain/access/viewer.js'
import { type Pages, type Spec } from './paged-fields.js'
import { type CostReport } from './cost-report.js'
import type { PageSpec } from './page.js'
import type { FiguresSpec } from './figures.js'
import type { StatisticsSpec } from './statistics.js'
import { PreparedOperation } from './prepared-operation.js'
import type { SelectedField, Selection } from './selection.js'
import { type Variables } from './variables.js'

/**
 * A prepared operation with the variables of one request. The variables are coerced, the page arguments are parsed, and
 * the limits are checked. Both executors (the resolvers and the generated SQL) take the selected fields and the pages
 * from it.
 */
export class PreparedRequest {
  private readonly fields = new Map<readonly FieldNode[], SelectedField>()

  constructor(
    readonly schema: GraphQLSchema,
    readonly operation: PreparedOperation,
    readonly variables: Variables,
    readonly pages: Pages,
    readonly selection: Selection,
    readonly cost: CostReport,
  ) {}

  /** Throws FORBIDDEN if the viewer's role may not list removed records, and a list has the filter `removed`. */
  authorise(viewer: Viewer): void {
    if (this.listsRemoved()) authorise(viewer, 'listRemoved')
  }

  /** Whether a list has the filter `removed`. */
  listsRemoved(): boolean {
    for (const { request } of this.pages.values()) if (request.removed) return true
    return false
  }

  /** Whether a selected field belongs to a type that the viewer's role may not read. Its resolver then refuses it. */
  selectsForbidden(viewer: Viewer): boolean {
    return this.operation.reads.some((read) => !allows(viewer, read))
  }

  /** The page of a connection. */
  page(field: SelectedField): PageSpec {
    return this.spec(field, 'page')
  }

  /** The statistics of a field. */
  statistics(field: SelectedField): StatisticsSpec {
    return this.spec(field, 'statistics')
  }

  /** The figures of a field. */
  figures(field: SelectedField): FiguresSpec {
    return this.spec(field, 'figures')
  }

  /** The value of an argument of a field. */
  argument({ node, definition }: SelectedField, name: string): unknown {
    return definition && getArgumentValues(definition, node, this.variables)[name]
  }

  private spec<Kind extends Spec['kind']>({ node, name }: SelectedField, kind: Kind) {
    const spec = this.pages.get(node)
    if (spec?.kind !== kind) throw new Error(`expected ${kind}, got ${name}`)
    return spec as Extract<Spec, { readonly kind: Kind }>
  }

  /**
   * The field that a resolver resolves. Cached by `fieldNodes`: graphql-js passes one array for all objects of a list.
   */
  fieldAt({ fieldNodes, path }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'path'>): SelectedField {
    let field = this.fields.get(fieldNodes)
    if (!field) this.fields.set(fieldNodes, (field = this.find(path)))
    return field
  }

  private find({ key, prev, typename }: GraphQLResolveInfo['path']): SelectedField {
    // The key is an index in a list.
    if (typename === undefined && prev) return this.find(prev)
    const type = this.schema.getType(typename ?? '')
    const selection = prev ? this.find(prev).selection : this.selection
    const fields = isObjectType(type) ? selection.fieldsOf(type) : []
    const field = fields.find((each) => each.key === key)
    if (!field) throw new Error(`expected a selected field, got ${key}`)
    return field
  }
}
