import type { GraphQLNamedType, GraphQLObjectType } from 'graphql'
import type { ModelName, SourceName } from '../../db/read/model.js'
import { findFigures } from '../../db/read/figures.js'
import { findRules, relationPath } from '../../db/read/models.js'
import { hasStatistics, rulesOf, type StatisticsName } from '../../domain/model/models.js'

/** Fields whose name in GraphQL differs from their name in the read model, in all models. */
const renamedEverywhere: Readonly<Record<string, string>> = {
  id: 'uuid',
  databaseId: 'id',
  removedAt: 'deletedAt',
}

/** For GraphQL types whose values are stored as JSON: the stored property of each renamed field. */
const renamedProperties: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CustomField: { required: 'isRequired' },
}

/** The read model's name of a GraphQL field. */
export const modelFieldOf = (model: SourceName, name: string): string =>
  findRules(model)?.graphqlNames?.[name] ?? renamedEverywhere[name] ?? name

/** The stored name of a property of a value that is stored as JSON. */
export const storedPropertyOf = (typeName: string, name: string): string =>
  renamedProperties[typeName]?.[name] ?? name

/** Converts a path in the read model to GraphQL names: a job's `type.description` to `type.name`. */
export function graphPathOf(model: ModelName, path: string): string {
  const [first = '', ...rest] = path.split('.')
  const to = rest.length > 0 && relationPath(model, first)?.at(-1)?.model
  if (to) return `${first}.${graphPathOf(to, rest.join('.'))}`
  const names = Object.entries(rulesOf(model).graphqlNames ?? {})
  return names.find(([, field]) => field === first)?.[0] ?? first
}

/** Whether a field of a model is a relation to many records: in GraphQL, a connection. */
export const isToMany = (model: SourceName, name: string): boolean =>
  relationPath(model, name)?.some((step) => step.kind === 'many') ?? false

/** What a field of a model's GraphQL type is read from. `field` is its name in the read model. */
export type FieldSource = { readonly field: string } & (
  | { readonly kind: 'value' | 'record' | 'list' | 'statistics' | 'figures' }
  /** An object that is made of columns of the record: the columns by the names of its fields. */
  | { readonly kind: 'embedded'; readonly columns: Readonly<Record<string, string>> }
  /** A record of any model: the columns with the name of its model and with its UUID. */
  | { readonly kind: 'about'; readonly columns: { readonly model: string; readonly uuid: string } }
)

/** What a field is read from. `to` is its type, if that is an object type. */
export function sourceOf(
  model: SourceName,
  name: string,
  to: GraphQLObjectType | undefined,
): FieldSource {
  const field = modelFieldOf(model, name)
  const { about, embedded } = findRules(model) ?? {}
  if (about?.field === field) return { kind: 'about', field, columns: about }
  const columns = to && embedded?.[field]
  if (columns) return { kind: 'embedded', field, columns }
  if (findFigures(model, field)) return { kind: 'figures', field }
  if (statisticsModel(to)) return { kind: 'statistics', field }
  if (isToMany(model, field)) return { kind: 'list', field }
  return { kind: to && relationPath(model, field) ? 'record' : 'value', field }
}

/** The model of a connection type's records; undefined if the type is not a connection. */
export const connectionModel = (type: GraphQLNamedType | undefined): ModelName | undefined =>
  /^(.+)Connection$/.exec(type?.name ?? '')?.[1] as ModelName | undefined

/** The model whose records a statistics type is about; undefined for other types. */
export function statisticsModel(type: GraphQLNamedType | undefined): StatisticsName | undefined {
  const model = /^(.+)Statistics$/.exec(type?.name ?? '')?.[1]
  return model !== undefined && hasStatistics(model) ? model : undefined
}

/** Whether the objects of a type are read from a model: records with an id, and those about a record of any model. */
export const isRecordType = (type: GraphQLObjectType): boolean =>
  isNodeType(type) || findRules(type.name)?.about !== undefined

/** Whether the objects of a type are records, which have an id. */
export const isNodeType = (type: GraphQLObjectType): boolean =>
  type.getInterfaces().some(({ name }) => name === 'Node')
