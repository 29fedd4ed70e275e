import { readModel } from '../generated/read-model.js'
import { bucketObject, groupModels, type GroupName } from './group-model.js'

export type ModelName = keyof typeof readModel

/** What a selection can be compiled for: a record, or a group of records. */
export type SourceName = ModelName | GroupName

/** A relation: field `own` of a record equals field `other` of the related `model`, in the same company. */
export interface Relation {
  readonly kind: 'one' | 'many'
  readonly model: ModelName
  readonly own: string
  readonly other: string
}

export interface Model {
  readonly table: string
  /** The column with the company's id; null if the table has no company, like `risk`. */
  readonly tenant: string | null
  /** Column names, by field name. */
  readonly columns: Readonly<Record<string, string>>
  readonly relations: Readonly<Record<string, Relation>>
}

/** The model as generated from the Prisma schema, or of a group of records. */
export const modelOf = (name: SourceName): Model =>
  name in readModel ? readModel[name as ModelName] : groupModels[name as GroupName]

type Paths = Partial<Record<ModelName, Record<string, readonly [string, string]>>>

/** Relations that follow two others: `Asset.site` is the `site` of the asset's `zone`. */
export const paths = {
  Asset: { site: ['zone', 'site'] },
  Site: { assets: ['zones', 'assets'] },
  Zone: { jobs: ['jobZones', 'job'] },
  ZoneType: { assetTypes: ['zoneTypeAssetTypes', 'assetType'] },
  AssetType: { zoneTypes: ['zoneTypeAssetTypes', 'zoneType'] },
  Job: { zones: ['jobZones', 'zone'] },
} as const satisfies Paths

/** Relations without a foreign key, which the Prisma schema does not have. */
const extraRelations: Partial<Record<SourceName, Record<string, Relation>>> = {
  AuditEntry: {
    user: { kind: 'one', model: 'User', own: 'userId', other: 'id' },
    apiKey: { kind: 'one', model: 'ApiKey', own: 'apiKeyId', other: 'id' },
  },
}

/** The audit entries of a record, of any model that has UUIDs. */
const history: Relation = { kind: 'many', model: 'AuditEntry', own: 'uuid', other: 'recordId' }

function relationOf(from: SourceName, name: string): Relation | undefined {
  const { relations, columns } = modelOf(from)
  if (name === 'history' && 'uuid' in columns) return history
  return relations[name] ?? extraRelations[from]?.[name]
}

/** The one or two relations to follow for a relation's name; undefined if the model does not have it. */
export function relationPath(model: SourceName, name: string): readonly Relation[] | undefined {
  const names = (paths as Paths)[model as ModelName]?.[name] ?? [name]
  const steps: Relation[] = []
  let from: SourceName = model
  for (const step of names) {
    const relation = relationOf(from, step)
    if (!relation) return undefined
    steps.push(relation)
    from = relation.model
  }
  return steps
}

/** Objects whose properties are fields of the record itself: by the object's name, the field of each property. */
export const embeddedObjects: Partial<
  Record<SourceName, Record<string, Readonly<Record<string, string>>>>
> = {
  AssetGroup: bucketObject,
  JobGroup: bucketObject,
  InspectionGroup: bucketObject,
  Site: {
    address: { street: 'street', city: 'city', region: 'region', timezone: 'timezone' },
  },
  Company: {
    stats: {
      assets: 'assetsCount',
      jobs: 'jobsCount',
      checklists: 'checklistsCount',
      checks: 'checksCount',
      sites: 'sitesCount',
      clients: 'clientsCount',
      users: 'usersCount',
      totalStorage: 'totalStorage',
    },
  },
}
