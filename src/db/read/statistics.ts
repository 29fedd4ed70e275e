import type { ModelName } from './model.js'

/** A value that records are grouped by. */
export interface GroupKey {
  /** The field with the value, through relations to one record: `zone.siteId`. */
  readonly by: string
  /** If the value is the id of a record: its model. */
  readonly record?: ModelName
  /** The PostgreSQL type of another value than an id; absent: text, or an enum. */
  readonly type?: 'boolean'
  /** The fields that groups are ordered by; absent: the value. */
  readonly order?: readonly string[]
}

/** A figure of a group. */
export interface Measure {
  /** Writes the aggregate. `field` returns the SQL of a field of the record. `time` is the SQL of the chosen time. */
  readonly sql: (field: (name: string) => string, time: string) => string
  /** The value of a group without records. */
  readonly empty: '0' | 'null'
}

/** What statistics about a model's records can be grouped by, and their figures. */
export interface Statistics {
  readonly keys: Readonly<Record<string, GroupKey>>
  /** The times that records can be counted by, each with its field in the read model. The first is the default. */
  readonly times: Readonly<Record<string, string>>
  readonly measures: Readonly<Record<string, Measure>>
  /** For each model of parents, the field of the record that has the parent's id. */
  readonly parents: Readonly<Partial<Record<ModelName, string>>>
}

const common = {
  count: { sql: () => 'count(*)::int', empty: '0' },
  firstAt: { sql: (_, time) => `min(${time})`, empty: 'null' },
  lastAt: { sql: (_, time) => `max(${time})`, empty: 'null' },
} as const satisfies Record<string, Measure>

/** A quotient of two aggregates as `float8`, whose value is the one that JavaScript computes; null if nothing is counted. */
const quotient = (sum: string, count: string) => `${sum}::float8 / nullif(${count}, 0)`

const withOutcome = (outcome: string): Measure => ({
  sql: (field) => `(count(*) filter (where ${field('outcome')} = '${outcome}'))::int`,
  empty: '0',
})

const site = (path: string, order: string): GroupKey => ({
  by: path,
  record: 'Site',
  order: [order],
})
const client = (path: string, order: string): GroupKey => ({
  by: path,
  record: 'Client',
  order: [order],
})
const user = (path: string, relation: string): GroupKey => ({
  by: path,
  record: 'User',
  order: [`${relation}.lastName`, `${relation}.firstName`],
})

export const statistics = {
  Asset: {
    keys: {
      type: { by: 'typeId', record: 'AssetType', order: ['type.name'] },
      zone: { by: 'zoneId', record: 'Zone', order: ['zone.name'] },
      site: site('zone.siteId', 'zone.site.name'),
      client: client('zone.site.clientId', 'zone.site.client.legalName'),
      manager: user('zone.site.managerId', 'zone.site.manager'),
      riskLevel: { by: 'risk.level', order: ['risk.value'] },
      status: { by: 'status', order: ['statusRank'] },
      defective: { by: 'defective', type: 'boolean' },
    },
    times: {
      createdAt: 'createdAt',
      lastInspectedAt: 'lastInspection',
      nextInspectionDueAt: 'nextInspection',
      decommissionedAt: 'decommissionedAt',
    },
    measures: common,
    parents: {
      Company: 'companyId',
      Client: 'zone.site.clientId',
      Site: 'zone.siteId',
      User: 'zone.site.managerId',
    },
  },
  Job: {
    keys: {
      type: { by: 'typeId', record: 'JobType', order: ['type.description'] },
      site: site('siteId', 'site.name'),
      client: client('site.clientId', 'site.client.legalName'),
      technician: user('technicianId', 'technician'),
      status: { by: 'status' },
    },
    times: {
      scheduledStart: 'scheduledStart',
      scheduledEnd: 'scheduledEnd',
      startedAt: 'startedAt',
      completedAt: 'completedAt',
      createdAt: 'createdAt',
    },
    measures: {
      ...common,
      sumMinutes: {
        sql: (field) => `coalesce(sum(${field('totalMinutes')}), 0)::float8`,
        empty: '0',
      },
    },
    parents: {
      Company: 'companyId',
      Client: 'site.clientId',
      Site: 'siteId',
      User: 'technicianId',
    },
  },
  Inspection: {
    keys: {
      assetType: { by: 'asset.typeId', record: 'AssetType', order: ['asset.type.name'] },
      site: site('asset.zone.siteId', 'asset.zone.site.name'),
      client: client('asset.zone.site.clientId', 'asset.zone.site.client.legalName'),
      inspector: user('inspectorId', 'inspector'),
      jobType: { by: 'job.typeId', record: 'JobType', order: ['job.type.description'] },
      outcome: { by: 'outcome' },
    },
    times: { inspectedAt: 'inspectedAt', createdAt: 'createdAt' },
    measures: {
      ...common,
      averageScore: {
        sql: (field) => quotient(`sum(${field('score')})`, `count(${field('score')})`),
        empty: 'null',
      },
      passedCount: withOutcome('passed'),
      failedCount: withOutcome('failed'),
      passRate: {
        sql: (field) =>
          quotient(`(count(*) filter (where ${field('outcome')} = 'passed'))`, 'count(*)'),
        empty: 'null',
      },
    },
    parents: {
      Company: 'companyId',
      Client: 'asset.zone.site.clientId',
      Site: 'asset.zone.siteId',
      User: 'inspectorId',
    },
  },
} as const satisfies Partial<Record<ModelName, Statistics>>

/** The models with statistics. */
export type StatisticsName = keyof typeof statistics

export const statisticsOf = (model: StatisticsName): Statistics => statistics[model]
