import { JobStatus } from '../../db/generated/prisma/enums.js'
import type { Condition } from '../../db/read/page.js'
import type { RecordKey } from '../domain.js'
import { contains, isOneOfEnum, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { isAmong, refersTo } from '../listing/references.js'
import { containsByGrams } from '../listing/text-grams.js'

export type JobFilter = FilterOf<typeof jobListing>

export const jobListing = {
  model: 'Job',
  filters: {
    // Digits are usually a job's number, which few jobs match, so an index finds them. Other texts are often the common
    // prefix of references: PostgreSQL then finds a page sooner by reading the jobs in the order of the page.
    search: (text: string) =>
      /^\d+$/.test(text.trim())
        ? containsByGrams('Job', 'searchText')(text)
        : contains('searchText')(text),
    siteIds: refersTo('siteId', 'Site'),
    zoneIds:
      (keys: readonly RecordKey[]): Condition =>
      (scope) =>
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
    id: 'int',
    number: 'int',
    scheduledStart: 'timestamptz',
    scheduledEnd: 'timestamptz',
    completedAt: 'timestamptz | null',
    createdAt: 'timestamptz',
  },
} satisfies AnyListing
