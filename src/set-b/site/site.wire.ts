import { z } from 'zod'
import { boolean, epochSeconds, integer, riskLevel, text, unset, uuid } from '../fields.js'
import type { WireNames } from '../wire-path.js'
import { recordType } from '../record.js'

/** Specification, Set B: Site. */
// prettier-ignore
export const site = recordType('Site', 'Site', {
  id:                 [uuid,             'uuid'],
  clientId:           [uuid,             'client.uuid'],
  name:               [text,             'name'],
  legalName:          [unset(text),      'legalName'],
  registrationNumber: [unset(text),      'registrationNumber'],
  vatNumber:          [unset(text),      'vatNumber'],
  riskLevel:          [unset(riskLevel), 'risk.level'],
  siteManagerId:      [unset(uuid),      'manager.uuid',     'The user who answers for the site; `siteManagerUserId` in bodies.'],
  failing:            [boolean,          'failing',          'Whether so many assets that are in use are defective as the threshold says.'],
  failureThreshold:   [integer,          'failureThreshold', 'The site is failing when this many of its assets are defective.'],
  createdAt:          [epochSeconds,     'createdAt'],
  updatedAt:          [epochSeconds,     'updatedAt'],
})

const failureThreshold = z
  .int32()
  .min(1)
  .describe('How many defective assets make the site failing.')
const siteManagerUserId = z.uuid().describe('An active user of the company.')

/** Specification, B17. */
export const NewSiteBody = z
  .object({
    address: z.object({
      city: z.string(),
      region: z.string(),
      street: z.string(),
      timezone: z.string().trim().min(1).describe('An IANA time zone, such as Europe/London.'),
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

/** Specification, B16: what is left out stays as it is, and null clears what may be unset. */
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

export const siteNames: WireNames = { managerId: 'siteManagerUserId' }
