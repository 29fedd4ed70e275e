import { createSite } from '../../domain/site/create-site.js'
import { operation } from '../../http/operation.js'
import { writeRecord } from '../../http/reader.js'
import { demoIds } from '../demo-ids.js'
import { NewSiteBody, siteErrorPath } from './site.body.js'
import { site } from './site.record.js'

export const createSiteOperation = operation(
  {
    description: 'Adds a site of a client. For admins.',
    status: 201,
    body: NewSiteBody,
    example: {
      body: {
        address: { city: 'Leith', region: 'Lothian', street: '1 Quay', timezone: 'Europe/London' },
        clientId: demoIds.client,
        failureThreshold: 3,
        name: 'Leith Quay',
        siteManagerUserId: demoIds.user,
      },
    },
    dryRun: true,
    answer: site.schema,
    errorPath: siteErrorPath,
  },
  (domain, { body: { siteManagerUserId, ...body } }) =>
    writeRecord(domain, site, (tx) => createSite(tx, { ...body, managerId: siteManagerUserId })),
)
