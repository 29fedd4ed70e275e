import { conditionsOf } from '../../domain/listing/listing.js'
import { zoneListing } from '../../domain/zone/zone-listing.js'
import { operation } from '../../http/operation.js'
import { pageOf, readSitePage, SitePageQuery } from '../page.js'
import { zone } from './zone.record.js'

export const listZonesOperation = operation(
  {
    summary: 'Lists the zones of a site, which `id` names.',
    query: SitePageQuery,
    answer: pageOf(zone),
    finds: true,
  },
  (domain, { query }) =>
    readSitePage(domain, zone, query, conditionsOf(zoneListing, { siteIds: [query.id] })),
)
