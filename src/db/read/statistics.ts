import { ASSET_STATUSES } from './asset-status.js'
import { common, type Measure, quotient, withOutcome } from './measures.js'
import type { ModelName } from './model.js'

/** A value that records are grouped by. */
export interface GroupKey {
  /** The path to the field with the value, through to-one relations, such as `zone.siteId`. */
  readonly by: string
  /** If the value is the id of a record: its model. */
  readonly record?: ModelName
  /** The PostgreSQL type of the value, if it is not an id, a text or an enum. */
  readonly type?: 'boolean'
  /** The fields of the record that groups are ordered by. */
  readonly order?: readonly string[]
  /** All values in ascending order, if this differs from the order of the type. */
  readonly values?: readonly string[]
}

/** The keys, times and measures of statistics about a model's records. */
export interface Statistics {
  readonly keys: Readonly<Record<string, GroupKey>>
  /** The times that records can be counted by, each with its field in the read model. The first is the default. */
  readonly times: Readonly<Record<string, string>>
  readonly measures: Readonly<Record<string, Measure>>
  /** For each parent model, the field of the record that contains the parent's id. */
  readonly parents: Readonly<Partial<Record<ModelName, string>>>
}

/** A key whose value is the id of a record, and the fields of the record that groups are ordered by. */
const record = (model: ModelName, by: string, ...order: readonly string[]): GroupKey => ({
  by,
  record: model,
  order,
})
const assetType = (by: string) => record('AssetType', by, 'name')
const jobType = (by: string) => record('JobType', by, 'description')
const site = (by: string) => record('Site', by, 'name')
const client = (by: string) => record('Client', by, 'legalName')
const user = (by: string) => record('User', by, 'lastName', 'firstName')

export const statistics = {
  Asset: {
    keys: {
      type: assetType('typeId'),
      zone: record('Zone', 'zoneId', 'name'),
      site: site('zone.siteId'),
      client: client('zone.site.clientId'),
      manager: user('zone.site.managerId'),
      riskLevel: { by: 'risk.level', values: ['Critical', 'High', 'Medium', 'Low'] },
      status: { by: 'status', values: ASSET_STATUSES },
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
      type: jobType('typeId'),
      site: site('siteId'),
      client: client('site.clientId'),
      technician: user('technicianId'),
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
      assetType: assetType('asset.typeId'),
      site: site('asset.zone.siteId'),
      client: client('asset.zone.site.clientId'),
      inspector: user('inspectorId'),
      jobType: jobType('job.typeId'),
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
