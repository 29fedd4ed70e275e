import { z } from 'zod'

/** Specification, B21. */
export const NewZoneBody = z
  .object({
    name: z.string(),
    siteId: z.uuid(),
    typeId: z.uuid().describe('The zone type.'),
  })
  .meta({ id: 'NewZone' })
