import { JobStatus } from '../../db/generated/prisma/enums.js'
import type { RecordKey } from '../domain.js'
import {
  contains,
  containsByGrams,
  type DateTimeRange,
  isAmong,
  isWithin,
  refersTo,
} from '../listing/conditions.js'
import { isOneOfEnum } from '../listing/is-one-of-enum.js'
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
    // Numbers are told apart by their digits. Who types the beginning that many references share finds most jobs: they
    // are better read in the order of the page, which is left to PostgreSQL.
    search: (text) =>
      /^\d+$/.test(text.trim())
        ? containsByGrams('Job', 'searchText')(text)
        : contains('searchText')(text),
    siteIds: refersTo('siteId', 'Site'),
    zoneIds: (keys) => (scope) =>
      `${scope.column('id')} in (select x.job_id from job_zone x
        where x.company_id = ${scope.company} and x.zone_id ${isAmong(scope, 'Zone', keys)})`,
    technicianIds: refersTo('technicianId', 'User'),
    typeIds: refersTo('typeId', 'JobType'),
    statuses: isOneOfEnum('status', 'job_status', JobStatus),
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
