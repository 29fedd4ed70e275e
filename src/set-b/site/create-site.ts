import { createSite } from '../../domain/site/create-site.js'
import { operation } from '../../http/operation.js'
import { writeRecord } from '../../http/reader.js'
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
    writeRecord(domain, site, (tx) => createSite(tx, { ...body, managerId: siteManagerUserId })),
)
