import { z } from 'zod'

/** Set B, one of the two REST APIs: create zone body (B21 of the specification). */
export const NewZoneBody = z
  .object({
    name: z.string(),
    siteId: z.uuid(),
    typeId: z.uuid().describe('The zone type.'),
  })
  .meta({ id: 'NewZone' })
