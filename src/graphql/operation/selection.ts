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
import { type Decisions, isExcluded } from './skip-include.js'

/** The field nodes that merge under one response key. */
type FieldNodes = [FieldNode, ...FieldNode[]]

/**
 * Memoizes values that are computed from this object. By default, the cache key is the function `compute`. Pass another
 * key if `compute` is a new closure in each call.
 */
abstract class Derived {
  private values: Map<unknown, unknown> | undefined

  derive<Value>(compute: (from: this) => Value, key: unknown = compute): Value {
    const values = (this.values ??= new Map<unknown, unknown>())
    if (!values.has(key)) values.set(key, compute(this))
    return values.get(key) as Value
  }
}

/** What all selections of an operation share, for one combination of `@skip` and `@include`. */
export interface SelectionScope {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly decisions: Decisions
}

/**
 * What is selected of an object: the selection sets of all fields that merge into it, with fragments expanded and
 * `@skip` and `@include` applied. It is expanded on demand, one level at a time. Each field of the response has one
 * `SelectedField`, even if several fragments select it.
 */
export class Selection extends Derived {
  constructor(
    private readonly scope: SelectionScope,
    private readonly sets: readonly SelectionSetNode[],
  ) {
    super()
  }

  /** The text of the selection sets. Two selections of an operation with the same text select the same. */
  get text(): string {
    return this.sets.map(print).join(' ')
  }

  /** The fields that are selected if the object has this type, in the order of the response. */
  fieldsOf(type: GraphQLObjectType): readonly SelectedField[] {
    return this.derive(() => {
      const merged = new Map<string, FieldNodes>()
      const visited = new Set<string>()
      for (const set of this.sets) this.collect(type, set, merged, visited)
      return [...merged].map(([key, nodes]) => new SelectedField(this.scope, type, key, nodes))
    }, type)
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

/** A field of the response: all field nodes that merge under one response key. */
export class SelectedField extends Derived {
  readonly name: string
  /** Undefined for the meta fields, such as `__typename`. */
  readonly definition: GraphQLField<unknown, unknown> | undefined
  /** What is selected under the field. */
  readonly selection: Selection
  /** The first node. All have the same arguments: validation guarantees it. */
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

  /** The field's type without its list and non-null wrappers; undefined unless it is an object type. */
  get objectType(): GraphQLObjectType | undefined {
    const type = this.definition && getNamedType(this.definition.type)
    return isObjectType(type) ? type : undefined
  }

  /** The fields selected under this one; empty unless it has an object type. */
  get fields(): readonly SelectedField[] {
    return this.objectType ? this.selection.fieldsOf(this.objectType) : []
  }

  /** The text of the arguments, except those in `without`. Fields with the same arguments have the same text. */
  argumentsKey(...without: string[]): string {
    const given = (this.node.arguments ?? []).filter(({ name }) => !without.includes(name.value))
    return given.map(print).sort().join(', ')
  }
}
