import { countChildren } from '../../db/read/derived.js'
import { commonMeasures, quotient } from '../../db/read/statistics.js'
import { overdue } from '../finding/finding-status.js'
import { byAssetType, byClient, bySite } from './group-keys.js'
import type { NounRules } from './noun-rules.js'

export const finding = {
  size: 'medium',
  logged: { finding: [] },
  dependsOn: [
    {
      key: 'asset_id',
      on: 'Asset',
      noun: 'open findings',
      whileOpen: { type: 'finding_status', statuses: ['open'] },
    },
  ],
  derived: { overdue, documentsCount: countChildren('document', 'finding_id') },
  graphqlNames: { severity: 'risk.level' },
  statistics: {
    keys: {
      assetType: byAssetType('asset.typeId'),
      site: bySite('asset.zone.siteId'),
      client: byClient('asset.zone.site.clientId'),
      severity: { by: 'risk.level', values: ['Critical', 'High', 'Medium', 'Low'] },
      status: { by: 'status' },
    },
    times: {
      createdAt: 'createdAt',
      openedAt: 'openedAt',
      dueAt: 'dueAt',
      resolvedAt: 'resolvedAt',
    },
    measures: {
      ...commonMeasures,
      overdueCount: {
        sql: (field) => `(count(*) filter (where ${field('overdue')}))::int`,
        empty: '0',
      },
      averageDaysOpen: {
        sql: (field) =>
          quotient(
            `sum(floor(extract(epoch from coalesce(${field('resolvedAt')}, now()) - ${field('openedAt')}) / 86400))`,
            'count(*)',
          ),
        empty: 'null',
      },
    },
  },
} as const satisfies NounRules
