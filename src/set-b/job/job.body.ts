import { z } from 'zod'
import type { NewJob } from '../../domain/job/new-job.js'
import { errorPathOf } from '../../http/http-error.js'

/** Set B, one of the two REST APIs: the body of a request that creates a job (B3 of the specification). */
export const NewJobBody = z
  .object({
    startAt: z.int32().describe('The scheduled start, in epoch seconds.'),
    endAt: z.int32().describe('The scheduled end, in epoch seconds; after the start.'),
    jobTypeId: z.uuid(),
    siteId: z.uuid(),
    technicianId: z.uuid().describe('An active user of the company with the technician role.'),
    reference: z
      .string()
      .describe('The company’s own identifier of the job; empty if there is none.'),
    requiresSignature: z.boolean(),
    zoneIds: z.array(z.uuid()).describe('Zones of the site that the job covers; may be empty.'),
    instructions: z.string().nullish().describe('Text for the technician.'),
  })
  .meta({ id: 'NewJob' })

export const newJobOf = ({
  startAt,
  endAt,
  instructions,
  ...rest
}: z.output<typeof NewJobBody>): NewJob => ({
  ...rest,
  scheduledStart: new Date(startAt * 1000),
  scheduledEnd: new Date(endAt * 1000),
  specialInstructions: instructions,
})

export const jobErrorPath = errorPathOf({
  scheduledStart: 'startAt',
  scheduledEnd: 'endAt',
  specialInstructions: 'instructions',
})
