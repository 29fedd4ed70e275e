import { JobStatus } from '../../db/generated/prisma/enums.js'
import type { Condition } from '../../db/read/filter.js'
import { anyOf, contains, is, isOneOf, isOneOfEnum, isWithin } from '../listing/conditions.js'
import { type AnyListing, byText, type FilterOf } from '../listing/listing.js'
import { hasRelated, refersTo } from '../listing/references.js'
import { containsByGrams } from '../listing/text-grams.js'
import { placeholderId } from '../user/placeholder.js'
import { hasSiteNamed } from '../site/site-names.js'
import { JOB_STATUSES } from './job-status.js'

export type JobFilter = FilterOf<typeof jobListing>

/**
 * The number or the reference contains a text. Digits are usually a job's number: few jobs match, and an index finds
 * them. Other texts are often a prefix of many references: then it is faster to read the jobs in the order of the page
 * until the page is full.
 */
const ownTextContains = (text: string) =>
  /^\d+$/.test(text.trim())
    ? containsByGrams('Job', 'searchText')(text)
    : contains('searchText')(text)

/** Few jobs have no technician: the equality lets PostgreSQL use the index on the technician. */
const isAssigned =
  (assigned: boolean): Condition =>
  ({ column, company }) =>
    `${column('technicianId')} ${assigned ? 'is distinct from' : '='} ${placeholderId(company)}`

export const jobListing = {
  model: 'Job',
  filters: {
    ids: refersTo('id', 'Job'),
    search: (text: string) => anyOf([ownTextContains(text), hasSiteNamed(text)]),
    numbers: (numbers: readonly number[]) => isOneOf('Job', 'number', 'int', numbers),
    siteIds: refersTo('siteId', 'Site'),
    clientIds: hasRelated('Job', 'site', refersTo('clientId', 'Client')),
    zoneIds: hasRelated('Job', 'jobZones', refersTo('zoneId', 'Zone')),
    technicianIds: refersTo('technicianId', 'User'),
    assigned: isAssigned,
    createdByIds: refersTo('userId', 'User'),
    typeIds: refersTo('typeId', 'JobType'),
    statuses: isOneOfEnum('status', 'job_status', JobStatus),
    scheduledStart: isWithin('scheduledStart'),
    scheduledEnd: isWithin('scheduledEnd'),
    late: is('Job', 'late'),
    completedAt: isWithin('completedAt'),
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
  },
  orders: {
    id: 'int',
    number: 'int',
    status: { by: ['status'], type: 'job_status', values: JOB_STATUSES },
    type: byText('type.description'),
    site: byText('site.name'),
    client: byText('site.client.legalName'),
    technician: byText('technician.lastName', 'technician.firstName'),
    reference: 'text | null',
    scheduledStart: 'timestamptz',
    scheduledEnd: 'timestamptz',
    completedAt: 'timestamptz | null',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} satisfies AnyListing
