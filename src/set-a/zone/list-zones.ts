import { z } from 'zod'
import { DomainError } from '../../domain/errors.js'
import { conditionsOf } from '../../domain/listing/listing.js'
import { zoneListing } from '../../domain/zone/zone-listing.js'
import { operation } from '../../http/operation.js'
import { prepareQuery, search } from '../input.js'
import { answerPage } from '../page/answer-page.js'
import { listQuery, pageOf } from '../page/page.wire.js'
import { Records } from '../records.js'
import { presentZoneInList, ZoneInList, zoneInListFields, type ZoneInListRow } from './zone.wire.js'

const zones = new Records<ZoneInListRow>('Zone', zoneInListFields)
const sites = new Records<{ deletedAt: Date | null }>('Site', { deletedAt: 'deletedAt' })

const Params = z.object({
  site: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
})
const Query = listQuery({ search: search.optional().describe('A part of the name.') })

export const listZones = operation(
  {
    summary: 'List zones of a site',
    params: Params,
    query: Query,
    answer: pageOf(ZoneInList),
    prepareQuery,
    finds: true,
  },
  async (domain, asked) => {
    const { site: siteId } = asked.params
    const site = await sites.find(domain, siteId)
    if (!site) throw new DomainError('NOT_FOUND', 'There is no such site.')
    if (site.deletedAt) throw new DomainError('REMOVED', 'This site was removed.')
    const where = conditionsOf(zoneListing, { siteIds: [siteId], search: asked.query.search })
    const present = (rows: readonly ZoneInListRow[]) => rows.map(presentZoneInList)
    return answerPage(domain, zones, asked, { where, perPage: 15, present })
  },
)
