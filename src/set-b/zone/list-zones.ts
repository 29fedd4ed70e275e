import { conditionsOf } from '../../domain/listing/listing.js'
import { zoneListing } from '../../domain/zone/zone-listing.js'
import { operation } from '../../http/operation.js'
import { pageOf, readSitePage, SitePageQuery } from '../page.js'
import { zone } from './zone.record.js'

export const listZonesOperation = operation(
  {
    summary: 'Lists the zones of the site with the `id`.',
    query: SitePageQuery,
    answer: pageOf(zone),
    notFound: true,
  },
  (domain, { query }) =>
    readSitePage(domain, zone, query, conditionsOf(zoneListing, { siteIds: [query.id] })),
)
