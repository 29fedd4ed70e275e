import { updateSite } from '../../domain/site/update-site.js'
import { operation } from '../../http/operation.js'
import { answerWritten } from '../read.js'
import { wirePathOf } from '../wire-path.js'
import { site, SiteChangeBody, siteNames } from './site.wire.js'

export const updateSiteOperation = operation(
  {
    summary: 'Changes the site that `id` names; what is left out stays as it is. For admins.',
    body: SiteChangeBody,
    answer: site.schema,
    wirePath: wirePathOf(siteNames),
    finds: true,
  },
  (domain, { body: { siteManagerUserId, ...body } }) =>
    answerWritten(domain, site, updateSite(domain, { ...body, managerId: siteManagerUserId })),
)
