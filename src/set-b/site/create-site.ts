import { createSite } from '../../domain/site/create-site.js'
import { operation } from '../../http/operation.js'
import { answerWritten } from '../read.js'
import { wirePathOf } from '../wire-path.js'
import { NewSiteBody, site, siteNames } from './site.wire.js'

export const createSiteOperation = operation(
  {
    summary: 'Adds a site of a client. For admins.',
    status: 201,
    body: NewSiteBody,
    answer: site.schema,
    wirePath: wirePathOf(siteNames),
  },
  (domain, { body: { siteManagerUserId, ...body } }) =>
    answerWritten(domain, site, createSite(domain, { ...body, managerId: siteManagerUserId })),
)
