import { InspectionOutcome } from '../../db/generated/prisma/enums.js'
import type { Condition, ConditionScope } from '../../db/read/filter.js'
import type { RecordKey } from '../domain.js'
import { isOneOfEnum, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { hasRelated, isAmong, refersTo } from '../listing/references.js'
import { assetContains } from '../asset/asset-listing.js'

export type InspectionFilter = FilterOf<typeof inspectionListing>

/** SQL condition: the asset is in a zone `z` that satisfies a condition. */
const hasAssetIn = ({ column, company }: ConditionScope, zone: string) =>
  `${column('assetId')} in (select a.id from asset a
    join zone z on z.company_id = ${company} and z.id = a.zone_id
    where a.company_id = ${company} and ${zone})`

export const inspectionListing = {
  model: 'Inspection',
  filters: {
    ids: refersTo('id', 'Inspection'),
    assetIds: refersTo('assetId', 'Asset'),
    search: hasRelated('Inspection', 'asset', assetContains),
    typeIds: hasRelated('Inspection', 'asset', refersTo('typeId', 'AssetType')),
    zoneIds: hasRelated('Inspection', 'asset', refersTo('zoneId', 'Zone')),
    siteIds:
      (keys: readonly RecordKey[]): Condition =>
      (scope) =>
        hasAssetIn(scope, `z.site_id ${isAmong(scope, 'Site', keys)}`),
    clientIds:
      (keys: readonly RecordKey[]): Condition =>
      (scope) =>
        hasAssetIn(
          scope,
          `z.site_id in (select s.id from site s
          where s.company_id = ${scope.company} and s.client_id ${isAmong(scope, 'Client', keys)})`,
        ),
    jobIds: refersTo('jobId', 'Job'),
    inspectorIds: refersTo('inspectorId', 'User'),
    outcomes: isOneOfEnum('outcome', 'inspection_outcome', InspectionOutcome),
    inspectedAt: isWithin('inspectedAt'),
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
  },
  orders: {
    id: 'int',
    inspectedAt: 'timestamptz',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} satisfies AnyListing
