import { countChildren, lookedUp } from '../../db/read/derived.js'
import { commonMeasures, quotient } from '../../db/read/statistics.js'
import { ASSET_STATUSES, status, statusRank } from '../asset/asset-status.js'
import { nextInspection, overdue } from '../asset/due-date.js'
import { openFindingsOfAsset } from '../finding/finding-status.js'
import { assetStatusSince } from '../state-change/since.js'
import { byAssetType, byClient, byRecord, bySite, byUser } from './group-keys.js'
import type { NounRules } from './noun-rules.js'

/** SQL: the full days since the next inspection was due. */
const daysOverdue = (field: (name: string) => string) =>
  `floor(extract(epoch from now() - ${field('nextInspection')}) / 86400)`

export const asset = {
  size: 'large',
  logged: { asset: ['next_inspection'] },
  dependsOn: [
    { key: 'zone_id', on: 'Zone', noun: 'assets' },
    { key: 'type_id', on: 'AssetType', noun: 'assets' },
  ],
  derived: {
    nextInspection,
    overdue,
    status,
    statusRank,
    statusSince: assetStatusSince,
    documentsCount: countChildren('document', 'asset_id'),
    openFindingsCount: openFindingsOfAsset,
    // The values in the order of the asset type's fields.
    customFieldValues: lookedUp<unknown>(
      ({ column, company }) => `(
      select coalesce(jsonb_agg(jsonb_build_object(
        'fieldId', field ->> 'fieldId', 'label', field ->> 'label', 'kind', field -> 'kind', 'unit', field -> 'unit',
        'value', ${column('metaData')} ->> (field ->> 'fieldId')) order by position), '[]')
      from asset_type x, jsonb_array_elements(x.custom_fields) with ordinality as fields (field, position)
      where x.company_id = ${company} and x.id = ${column('typeId')}
        and ${column('metaData')} ? (field ->> 'fieldId'))`,
    ),
  },
  paths: { site: ['zone', 'site'] },
  graphqlNames: {
    riskLevel: 'risk.level',
    lastInspectedAt: 'lastInspection',
    nextInspectionDueAt: 'nextInspection',
  },
  statistics: {
    keys: {
      type: byAssetType('typeId'),
      zone: byRecord('Zone', 'zoneId', 'name'),
      site: bySite('zone.siteId'),
      client: byClient('zone.site.clientId'),
      manager: byUser('zone.site.managerId'),
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
    measures: {
      ...commonMeasures,
      averageDaysOverdue: {
        sql: (field) =>
          quotient(
            `sum(${daysOverdue(field)}) filter (where ${field('overdue')})`,
            `count(*) filter (where ${field('overdue')})`,
          ),
        empty: 'null',
      },
      maxDaysOverdue: {
        sql: (field) => `(max(${daysOverdue(field)}) filter (where ${field('overdue')}))::int`,
        empty: 'null',
      },
    },
  },
} as const satisfies NounRules
