import type { JobStatus } from '../../db/generated/prisma/client.js'
import type { RecordKey } from '../domain.js'
import {
  contains,
  type DateTimeRange,
  isAmong,
  isOneOf,
  isWithin,
  refersTo,
} from '../listing/conditions.js'
import type { Listing } from '../listing/listing.js'

export interface JobFilter {
  readonly search: string
  readonly siteIds: readonly RecordKey[]
  readonly zoneIds: readonly RecordKey[]
  readonly technicianIds: readonly RecordKey[]
  readonly typeIds: readonly RecordKey[]
  readonly statuses: readonly JobStatus[]
  readonly scheduledStart: DateTimeRange
  readonly completedAt: DateTimeRange
  readonly createdAt: DateTimeRange
}

export const jobListing: Listing<JobFilter> = {
  model: 'Job',
  filters: {
    search: contains('searchText'),
    siteIds: refersTo('siteId', 'Site'),
    zoneIds: (keys) => (scope) =>
      `${scope.column('id')} in (select x.job_id from job_zone x
        where x.company_id = ${scope.company} and x.zone_id ${isAmong(scope, 'Zone', keys)})`,
    technicianIds: refersTo('technicianId', 'User'),
    typeIds: refersTo('typeId', 'JobType'),
    statuses: isOneOf('Job', 'status', 'job_status'),
    scheduledStart: isWithin('scheduledStart'),
    completedAt: isWithin('completedAt'),
    createdAt: isWithin('createdAt'),
  },
  orders: {
    id: { type: 'int' },
    number: { type: 'int' },
    scheduledStart: { type: 'timestamptz' },
    scheduledEnd: { type: 'timestamptz' },
    completedAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
}
