import { conditionsOf } from '../../domain/listing/listing.js'
import { jobListing } from '../../domain/job/job-listing.js'
import { operation } from '../../http/operation.js'
import { pageOf, readSitePage, SitePageQuery } from '../page.js'
import { job } from './job.record.js'

export const listJobsOperation = operation(
  {
    summary: 'Lists the jobs of the site with the `id`.',
    query: SitePageQuery,
    answer: pageOf(job),
    notFound: true,
  },
  (domain, { query }) =>
    readSitePage(domain, job, query, conditionsOf(jobListing, { siteIds: [query.id] })),
)
