import { z } from 'zod'
import { errorPathOf, type Path } from '../../http/http-error.js'
import { boolean, date, id, text, time } from '../input-types.js'
import { Upload } from './uploads.js'

const document = z
  .custom<Upload>((value) => value instanceof Upload, {
    error: 'The :attribute field must be a file.',
    abort: true,
  })
  .refine(({ content }) => content.contentType !== undefined, {
    error: 'The :attribute field must be a file of type: pdf, xlsx, jpeg, jpg, png, xls.',
  })
  .meta({ type: 'string', format: 'binary' })

/** Unknown fields are ignored. A file in an unknown field is an error, because the file would be lost. */
const otherField = z.unknown().refine((value) => !(value instanceof Upload), {
  error: 'The :attribute field must not be a file: documents are sent as documents[].',
})

/** Set A, one of the two REST APIs: create job body. */
export const NewJob = z
  .object({
    site_id: id,
    job_type_id: id,
    technician_id: id.describe('A user with the technician role.'),
    start_date: date,
    end_date: date,
    start_time: time,
    end_time: time,
    requires_signature: boolean,
    documents: z
      .array(document, { error: 'The :attribute field must be an array.' })
      .nullish()
      .describe(
        'Only in a multipart form. At most 5 MB in total: .pdf, .xlsx, .jpeg, .jpg, .png, .xls.',
      ),
    reference: text(255).nullish(),
    special_instructions: text(10_000).nullish(),
  })
  .catchall(otherField)

/** In a dry run, malformed fields are undefined. */
type Body = Partial<z.output<typeof NewJob>>

const fieldOf = errorPathOf({
  siteId: 'site_id',
  jobTypeId: 'job_type_id',
  technicianId: 'technician_id',
  scheduledStart: 'start_date',
  scheduledStartLocal: 'start_time',
  scheduledEnd: 'end_date',
  scheduledEndLocal: 'end_time',
  specialInstructions: 'special_instructions',
})

/**
 * An error in a property of a document, such as `documents.0.name`, is reported for the document: `documents.0`. An
 * error of the start or the end is reported for `start_time` or `end_time` if the time is malformed, or if the end is
 * on the day of the start but too early.
 */
export function newJobErrorPath(path: Path, { body }: { readonly body: Body }): Path {
  const fieldPath = fieldOf(path).slice(0, 2)
  const { start_date, start_time = '', end_date, end_time = '' } = body
  if (fieldPath[0] === 'start_date' && start_date && start_time === '') return ['start_time']
  const isWrongTime = end_time === '' || (end_date === start_date && end_time <= start_time)
  return fieldPath[0] === 'end_date' && end_date && isWrongTime ? ['end_time'] : fieldPath
}
