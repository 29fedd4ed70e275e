import { JobStatus } from '../../db/generated/prisma/enums.js'
import { contains, isOneOf, isOneOfEnum, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { hasRelated, refersTo } from '../listing/references.js'
import { containsByGrams } from '../listing/text-grams.js'

export type JobFilter = FilterOf<typeof jobListing>

export const jobListing = {
  model: 'Job',
  filters: {
    ids: refersTo('id', 'Job'),
    // Digits are usually a job's number: few jobs match, and an index finds them. Other texts are often a prefix that many
    // references have: reading the jobs in the order of the page then fills the page sooner.
    search: (text: string) =>
      /^\d+$/.test(text.trim())
        ? containsByGrams('Job', 'searchText')(text)
        : contains('searchText')(text),
    numbers: (numbers: readonly number[]) => isOneOf('Job', 'number', 'int', numbers),
    siteIds: refersTo('siteId', 'Site'),
    zoneIds: hasRelated('Job', 'jobZones', refersTo('zoneId', 'Zone')),
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
