import type { GraphQLNamedType, GraphQLObjectType } from 'graphql'
import { type ModelName, relationPath, type SourceName } from '../../db/read/model.js'
import { statistics, type StatisticsName } from '../../db/read/statistics.js'

/**
 * Fields whose name in GraphQL differs from their name in the read model (`db/read/model.ts`). `risk.level` is a field
 * of the related record.
 */
const renamed: Partial<Record<ModelName, Readonly<Record<string, string>>>> = {
  Asset: {
    riskLevel: 'risk.level',
    lastInspectedAt: 'lastInspection',
    nextInspectionDueAt: 'nextInspection',
  },
  AssetType: { riskLevel: 'risk.level' },
  JobType: { name: 'description' },
  Site: { riskLevel: 'risk.level' },
  ZoneType: { riskLevel: 'risk.level', name: 'description' },
}
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
  renamed[model as ModelName]?.[name] ?? renamedEverywhere[name] ?? name

/** The stored name of a property of a value that is stored as JSON. */
export const storedPropertyOf = (typeName: string, name: string): string =>
  renamedProperties[typeName]?.[name] ?? name

/** Converts a path in the read model to GraphQL names: a job's `type.description` to `type.name`. */
export function graphPathOf(model: ModelName, path: string): string {
  const [first = '', ...rest] = path.split('.')
  const to = rest.length > 0 && relationPath(model, first)?.at(-1)?.model
  if (to) return `${first}.${graphPathOf(to, rest.join('.'))}`
  const names = Object.entries(renamed[model] ?? {})
  return names.find(([, field]) => field === first)?.[0] ?? first
}

/** Whether a field of a model is a relation to many records: in GraphQL, a connection. */
export const isToMany = (model: SourceName, name: string): boolean =>
  relationPath(model, name)?.some((step) => step.kind === 'many') ?? false

/** The model of a connection type's records; undefined if the type is not a connection. */
export const connectionModel = (type: GraphQLNamedType | undefined): ModelName | undefined =>
  /^(.+)Connection$/.exec(type?.name ?? '')?.[1] as ModelName | undefined

/** The model whose records a statistics type is about; undefined for other types. */
export function statisticsModel(type: GraphQLNamedType | undefined): StatisticsName | undefined {
  const model = /^(.+)Statistics$/.exec(type?.name ?? '')?.[1]
  return model !== undefined && model in statistics ? (model as StatisticsName) : undefined
}

/** Whether the objects of a type are read from a model: records with an id, and audit entries. */
export const isRecordType = (type: GraphQLObjectType): boolean =>
  isNodeType(type) || type.name === 'AuditEntry'

/** Whether the objects of a type are records, which have an id. */
export const isNodeType = (type: GraphQLObjectType): boolean =>
  type.getInterfaces().some(({ name }) => name === 'Node')
