import { readModel } from '../generated/read-model.js'

export type ModelName = keyof typeof readModel

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

/** The model as generated from the Prisma schema. */
export const modelOf = (name: ModelName): Model => readModel[name]

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

/** The one or two relations to follow for a relation's name; undefined if the model does not have it. */
export function relationPath(model: ModelName, name: string): readonly Relation[] | undefined {
  const names = (paths as Paths)[model]?.[name] ?? [name]
  const steps: Relation[] = []
  let from = model
  for (const step of names) {
    const relation = modelOf(from).relations[step]
    if (!relation) return undefined
    steps.push(relation)
    from = relation.model
  }
  return steps
}

/** Objects whose properties are fields of the record itself: by the object's name, the field of each property. */
export const embeddedObjects: Partial<
  Record<ModelName, Record<string, Readonly<Record<string, string>>>>
> = {
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
