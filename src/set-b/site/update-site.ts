import { updateSite } from '../../domain/site/update-site.js'
import { operation } from '../../http/operation.js'
import { writeRecord } from '../../http/reader.js'
import { demoIds } from '../demo-ids.js'
import { SiteChangeBody, siteErrorPath } from './site.body.js'
import { site } from './site.record.js'

export const updateSiteOperation = operation(
  {
    description:
      'Changes the site with the `id`. Fields that are left out keep their values. For admins.',
    body: SiteChangeBody,
    example: { body: { id: demoIds.site, failureThreshold: 4, vatNumber: null } },
    dryRun: true,
    answer: site.schema,
    errorPath: siteErrorPath,
    notFound: true,
  },
  (domain, { body: { siteManagerUserId, ...body } }) =>
    writeRecord(domain, site, (tx) => updateSite(tx, { ...body, managerId: siteManagerUserId })),
)
