import { InspectionOutcome } from '../../db/generated/prisma/enums.js'
import type { RecordKey } from '../domain.js'
import { type DateTimeRange, isAmong, isWithin, refersTo } from '../listing/conditions.js'
import { isOneOfEnum } from '../listing/is-one-of-enum.js'
import type { Listing } from '../listing/listing.js'

export interface InspectionFilter {
  readonly assetIds: readonly RecordKey[]
  readonly siteIds: readonly RecordKey[]
  readonly jobIds: readonly RecordKey[]
  readonly inspectorIds: readonly RecordKey[]
  readonly outcomes: readonly InspectionOutcome[]
  readonly inspectedAt: DateTimeRange
}

export const inspectionListing: Listing<InspectionFilter> = {
  model: 'Inspection',
  filters: {
    assetIds: refersTo('assetId', 'Asset'),
    siteIds: (keys) => (scope) =>
      `${scope.column('assetId')} in (select a.id from asset a
        join zone z on z.company_id = ${scope.company} and z.id = a.zone_id
        where a.company_id = ${scope.company} and z.site_id ${isAmong(scope, 'Site', keys)})`,
    jobIds: refersTo('jobId', 'Job'),
    inspectorIds: refersTo('inspectorId', 'User'),
    outcomes: isOneOfEnum('outcome', 'inspection_outcome', InspectionOutcome),
    inspectedAt: isWithin('inspectedAt'),
  },
  orders: {
    id: { type: 'int' },
    inspectedAt: { type: 'timestamptz' },
  },
}
