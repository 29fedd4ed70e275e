import { computed, countChildren } from '../../db/read/derived.js'
import { intervalText } from '../asset-type/interval.js'
import type { NounRules } from './noun-rules.js'

export const assetType = {
  size: 'small',
  hasLargeLists: true,
  hasLargeCounts: true,
  logged: { asset_type: [] },
  dependsOn: [{ key: 'checklist_id', on: 'Checklist', noun: 'asset types' }],
  derived: {
    assetsCount: countChildren('asset', 'type_id'),
    inspectionInterval: computed<string | null>(({ column }) =>
      intervalText(column('intervalMonths'), column('intervalDays')),
    ),
    inspectionIntervalDays: computed<number | null>(
      ({ column }) =>
        `case when ${column('intervalMonths')} is null then ${column('intervalDays')} end`,
    ),
  },
  paths: { zoneTypes: ['zoneTypeAssetTypes', 'zoneType'] },
  graphqlNames: { riskLevel: 'risk.level' },
} as const satisfies NounRules
