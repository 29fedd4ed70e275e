import { z } from 'zod'
import { errorPathOf } from '../../http/http-error.js'

const notBlank = z.string().trim().min(1)

const failureThreshold = z
  .int32()
  .min(1)
  .describe('The number of defective assets that makes the site failing.')
const siteManagerUserId = z.uuid().describe('An active user of the company.')

/** Set B, one of the two REST APIs: create site body (B17 of the specification). */
export const NewSiteBody = z
  .object({
    address: z.object({
      city: notBlank,
      region: notBlank,
      street: notBlank,
      timezone: notBlank.describe('An IANA time zone, such as Europe/London.'),
    }),
    clientId: z.uuid(),
    failureThreshold,
    name: z.string(),
    siteManagerUserId,
    legalName: z.string().nullish(),
    registrationNumber: z.string().nullish(),
    vatNumber: z.string().nullish(),
  })
  .meta({ id: 'NewSite' })

/**
 * Set B, one of the two REST APIs: update site body (B16 of the specification). Fields that are left out keep their
 * values; null clears a field.
 */
export const SiteChangeBody = z
  .object({
    id: z.uuid(),
    clientId: z.uuid().optional(),
    legalName: z.string().nullish(),
    name: z.string().optional(),
    registrationNumber: z.string().nullish(),
    siteManagerUserId: siteManagerUserId.nullish(),
    vatNumber: z.string().nullish(),
    failureThreshold: failureThreshold.optional(),
  })
  .meta({ id: 'SiteChange' })

export const siteErrorPath = errorPathOf({ managerId: 'siteManagerUserId' })
