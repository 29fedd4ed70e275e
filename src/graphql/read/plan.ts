import type { FieldNode, GraphQLResolveInfo } from 'graphql'
import type { ModelName } from '../../db/read/model.js'
import { compileShape, type Shape } from '../../db/read/shape.js'
import { fieldsOf, selectionOf } from '../operation/selection.js'

/** What a document asks of a connection. */
export interface ConnectionPlan {
  readonly shape: Shape
  /** Whether any record is asked for, be it for `pageInfo` alone. */
  readonly rows: boolean
  readonly edges: boolean
  readonly pageInfo: boolean
  readonly totalCount: boolean
}

/*
 * Plans are kept on the document's own field nodes: Apollo hands the same parsed document back for the same text, and
 * forgets old ones, upon which their plans go too. The key is the whole list of merged nodes, because one field of a
 * fragment can be reached on two ways with different siblings; and the model is, because `node` may find any.
 */
class PlanCache<Plan> {
  private readonly byFirstNode = new WeakMap<FieldNode, Entry<Plan>[]>()

  get(model: ModelName, nodes: readonly FieldNode[], make: () => Plan): Plan {
    const [first] = nodes
    if (!first) throw new Error('expected at least one field node')
    let entries = this.byFirstNode.get(first)
    if (!entries) this.byFirstNode.set(first, (entries = []))
    let entry = entries.find((known) => known.model === model && equal(known.nodes, nodes))
    if (!entry) entries.push((entry = { model, nodes: [...nodes], plan: make() }))
    return entry.plan
  }
}

interface Entry<Plan> {
  readonly model: ModelName
  readonly nodes: readonly FieldNode[]
  readonly plan: Plan
}

const equal = (some: readonly FieldNode[], others: readonly FieldNode[]) =>
  some.length === others.length && some.every((node, index) => node === others[index])

const connections = new PlanCache<ConnectionPlan>()
const records = new PlanCache<Shape>()

/** The plan of the connection that is being resolved. */
export const connectionPlan = (model: ModelName, info: GraphQLResolveInfo): ConnectionPlan =>
  connections.get(model, info.fieldNodes, () => {
    const { fieldNodes, fragments } = info
    const asked = fieldsOf(`${model}Connection`, fieldNodes, fragments)
    const edges = fieldsOf(`${model}Edge`, asked.get('edges') ?? [], fragments)
    const nodes = [...(asked.get('nodes') ?? []), ...(edges.get('node') ?? [])]
    return {
      shape: compileShape(model, selectionOf(model, nodes, fragments)),
      rows: asked.has('nodes') || asked.has('edges') || asked.has('pageInfo'),
      edges: asked.has('edges'),
      pageInfo: asked.has('pageInfo'),
      totalCount: asked.has('totalCount'),
    }
  })

/** The shape of the record that is being resolved; of a payload's field, where one is named. */
export const recordShape = (
  model: ModelName,
  info: GraphQLResolveInfo,
  payload?: { type: string; field: string },
): Shape =>
  records.get(model, info.fieldNodes, () => {
    const { fieldNodes, fragments } = info
    const nodes = payload
      ? (fieldsOf(payload.type, fieldNodes, fragments).get(payload.field) ?? [])
      : fieldNodes
    return compileShape(model, selectionOf(model, nodes, fragments))
  })
