import { readModel } from '../generated/read-model.js'

export type ModelName = keyof typeof readModel

/** How the records of two tables find each other: `own` here equals `other` there, within one company. */
export interface Relation {
  readonly kind: 'one' | 'many'
  readonly model: ModelName
  readonly own: string
  readonly other: string
}

export interface Model {
  readonly table: string
  /** The column that names the company; null where a table is shared by all companies. */
  readonly tenant: string | null
  readonly columns: Readonly<Record<string, string>>
  readonly relations: Readonly<Record<string, Relation>>
}

/** What is known of a model, generated from the Prisma schema. */
export const modelOf = (name: ModelName): Model => readModel[name]

/** Relations that lead over another one: `Asset.site` is `zone`, then its `site`. */
const paths: Partial<Record<ModelName, Record<string, readonly [string, string]>>> = {
  Asset: { site: ['zone', 'site'] },
  Site: { assets: ['zones', 'assets'] },
  Zone: { jobs: ['jobZones', 'job'] },
  ZoneType: { assetTypes: ['zoneTypeAssetTypes', 'assetType'] },
  AssetType: { zoneTypes: ['zoneTypeAssetTypes', 'zoneType'] },
  Job: { zones: ['jobZones', 'zone'] },
}

/** The relations to go along, one or two; undefined where the model has none of that name. */
export function relationPath(model: ModelName, name: string): readonly Relation[] | undefined {
  const names = paths[model]?.[name] ?? [name]
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

/** Parts of a record that read as an object of their own: its properties, and the fields behind them. */
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
      recurringJobs: 'recurringJobsCount',
      users: 'usersCount',
      totalStorage: 'totalStorage',
    },
  },
}
