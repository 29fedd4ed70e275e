import { conditionsOf } from '../../domain/listing/listing.js'
import { siteListing } from '../../domain/site/site-listing.js'
import { operation } from '../../http/operation.js'
import { prepareQuery, search } from '../input.js'
import { answerPage } from '../page/answer-page.js'
import { listQuery, pageOf } from '../page/page.wire.js'
import { Records } from '../records.js'
import {
  presentSiteInList,
  SiteInList,
  siteInListFields,
  type SiteInListRow,
} from './site-in-list.wire.js'

const sites = new Records<SiteInListRow>('Site', siteInListFields)

const Query = listQuery({ search: search.optional().describe('A part of the name.') })

export const listSites = operation(
  { summary: 'List sites', query: Query, answer: pageOf(SiteInList), prepareQuery },
  (domain, asked) => {
    const where = conditionsOf(siteListing, { search: asked.query.search })
    const present = (rows: readonly SiteInListRow[]) => rows.map(presentSiteInList)
    return answerPage(domain, sites, asked, { where, perPage: 10, present })
  },
)
