import { InspectionOutcome } from '../../db/generated/prisma/enums.js'
import type { Condition } from '../../db/read/page.js'
import type { RecordKey } from '../domain.js'
import { isOneOfEnum, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { isAmong, refersTo } from '../listing/references.js'

export type InspectionFilter = FilterOf<typeof inspectionListing>

export const inspectionListing = {
  model: 'Inspection',
  filters: {
    ids: refersTo('id', 'Inspection'),
    assetIds: refersTo('assetId', 'Asset'),
    siteIds:
      (keys: readonly RecordKey[]): Condition =>
      (scope) =>
        `${scope.column('assetId')} in (select a.id from asset a
        join zone z on z.company_id = ${scope.company} and z.id = a.zone_id
        where a.company_id = ${scope.company} and z.site_id ${isAmong(scope, 'Site', keys)})`,
    jobIds: refersTo('jobId', 'Job'),
    inspectorIds: refersTo('inspectorId', 'User'),
    outcomes: isOneOfEnum('outcome', 'inspection_outcome', InspectionOutcome),
    inspectedAt: isWithin('inspectedAt'),
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('createdAt', 'updatedAt'),
  },
  orders: {
    id: 'int',
    inspectedAt: 'timestamptz',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} satisfies AnyListing
