import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  isObjectType,
  Kind,
  print,
  type SelectionSetNode,
} from 'graphql'
import { Derived } from './derived.js'
import { type Decisions, isExcluded } from './skip-include.js'

/** The field nodes that merge under one response key. */
type FieldNodes = [FieldNode, ...FieldNode[]]

/** What the selections of one variant of an operation have in common. */
export interface SelectionScope {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly decisions: Decisions
}

/**
 * What is selected of an object: the selection sets of all fields that merge into it, with fragments followed and
 * `@skip` and `@include` applied. It is expanded on demand, level by level, so that each selected field is one object
 * with one place in the answer, even if it comes from a fragment that is spread in several places.
 */
export class Selection extends Derived {
  private byType: Map<GraphQLObjectType, readonly SelectedField[]> | undefined

  constructor(
    private readonly scope: SelectionScope,
    private readonly sets: readonly SelectionSetNode[],
  ) {
    super()
  }

  /** The text of the selection sets: equal if two selections of an operation select the same. */
  get text(): string {
    return this.sets.map(print).join(' ')
  }

  /** The fields that are selected if the object is of a type, in the order of the answer. */
  fieldsOf(type: GraphQLObjectType): readonly SelectedField[] {
    const byType = (this.byType ??= new Map<GraphQLObjectType, readonly SelectedField[]>())
    let fields = byType.get(type)
    if (!fields) {
      const merged = new Map<string, FieldNodes>()
      const visited = new Set<string>()
      for (const set of this.sets) this.collect(type, set, merged, visited)
      fields = [...merged].map(([key, nodes]) => new SelectedField(this.scope, type, key, nodes))
      byType.set(type, fields)
    }
    return fields
  }

  private collect(
    type: GraphQLObjectType,
    set: SelectionSetNode,
    merged: Map<string, FieldNodes>,
    visited: Set<string>,
  ): void {
    const { fragments, decisions } = this.scope
    for (const node of set.selections) {
      if (isExcluded(node, decisions)) continue
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value
        const nodes = merged.get(key)
        if (nodes) nodes.push(node)
        else merged.set(key, [node])
        continue
      }
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        if (visited.has(node.name.value)) continue
        visited.add(node.name.value)
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)
      if (fragment && applies(type, fragment.typeCondition?.name.value)) {
        this.collect(type, fragment.selectionSet, merged, visited)
      }
    }
  }
}

const applies = (type: GraphQLObjectType, condition: string | undefined) =>
  condition === undefined ||
  condition === type.name ||
  type.getInterfaces().some(({ name }) => name === condition)

/** A field of an answer: all field nodes that merge under one response key. */
export class SelectedField extends Derived {
  readonly name: string
  /** Undefined for the meta fields, such as `__typename`. */
  readonly definition: GraphQLField<unknown, unknown> | undefined
  /** What is selected under the field. */
  readonly selection: Selection
  /** The node whose arguments count: those of all others are the same. */
  readonly node: FieldNode

  constructor(
    scope: SelectionScope,
    readonly parentType: GraphQLObjectType,
    /** The response key: the alias, or the name. */
    readonly key: string,
    readonly nodes: FieldNodes,
  ) {
    super()
    ;[this.node] = nodes
    this.name = this.node.name.value
    this.definition = parentType.getFields()[this.name]
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    this.selection = new Selection(scope, sets)
  }

  /** The field's type without list and non-null; undefined unless it is an object type. */
  get objectType(): GraphQLObjectType | undefined {
    const type = this.definition && getNamedType(this.definition.type)
    return isObjectType(type) ? type : undefined
  }

  /** The fields under this one, if it yields an object of one type. */
  get fields(): readonly SelectedField[] {
    return this.objectType ? this.selection.fieldsOf(this.objectType) : []
  }

  /** The text of the arguments, except those named. Fields with the same arguments have the same text. */
  argumentsKey(...except: string[]): string {
    const given = (this.node.arguments ?? []).filter(({ name }) => !except.includes(name.value))
    return given.map(print).sort().join(', ')
  }
}
