import { createSite } from '../../domain/site/create-site.js'
import { operation } from '../../http/operation.js'
import { readWritten } from '../../http/reader.js'
import { NewSiteBody, siteErrorPath } from './site.body.js'
import { site } from './site.record.js'

export const createSiteOperation = operation(
  {
    summary: 'Adds a site of a client. For admins.',
    status: 201,
    body: NewSiteBody,
    dryRun: true,
    answer: site.schema,
    errorPath: siteErrorPath,
  },
  (domain, { body: { siteManagerUserId, ...body } }) =>
    readWritten(domain, site, createSite(domain, { ...body, managerId: siteManagerUserId })),
)
