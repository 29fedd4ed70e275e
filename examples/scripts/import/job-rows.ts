import type { Client } from '../../client/client.js'
import type { CreateJobsRow } from '../../client/generated/graphql.js'
import type { CsvFile } from './csv-file.js'
import { otherColumns } from './current-records.js'
import { columnOf } from './field-error.js'
import { JOB_REFERENCES, readJobReferences } from './job-references.js'
import type { Columns, Reading, RowError, Values } from './row.js'

const known = {
  names: [
    ...JOB_REFERENCES.flatMap(({ name, id }) => [name, id]),
    ...['scheduledStart', 'scheduledStartLocal', 'scheduledEnd', 'scheduledEndLocal'],
    ...['reference', 'specialInstructions', 'requiresSignature'],
  ],
  aliases: {
    'site.id': 'siteId',
    'site.name': 'site',
    'technician.email': 'technician',
    'technician.id': 'technicianId',
    'type.id': 'jobTypeId',
    'type.name': 'jobType',
  },
}

export const JOB_COLUMNS: Columns = {
  ...known,
  ignored: otherColumns('jobs', known),
  required: [
    ['site', 'siteId'],
    ['jobType', 'jobTypeId'],
    ['technician', 'technicianId'],
    ['scheduledStartLocal', 'scheduledStart'],
    ['scheduledEndLocal', 'scheduledEnd'],
  ],
  unique: [],
}

/** Returns a function that reads a row as a new job. */
export async function createJobReader(client: Client, file: CsvFile) {
  const { siteIn, jobTypeIn, technicianIn, zonesIn } = await readJobReferences(client, file)
  return (values: Values): Reading<CreateJobsRow> => {
    const errors: RowError[] = []
    const textOf = (column: string) => values.get(column) ?? null
    const siteId = siteIn(values, errors)
    const input = {
      siteId,
      jobTypeId: jobTypeIn(values, errors),
      technicianId: technicianIn(values, errors),
      zoneIds: zonesIn(values, siteId, errors),
      scheduledStart: textOf('scheduledStart'),
      scheduledStartLocal: textOf('scheduledStartLocal'),
      scheduledEnd: textOf('scheduledEnd'),
      scheduledEndLocal: textOf('scheduledEndLocal'),
      reference: textOf('reference'),
      specialInstructions: textOf('specialInstructions'),
      requiresSignature: booleanIn(values, 'requiresSignature', errors),
    }
    return { input, errors, columnOf: columnOf(values) }
  }
}

export function booleanIn(values: Values, column: string, errors: RowError[]): boolean | null {
  const text = values.get(column)?.toLowerCase()
  if (text === undefined) return null
  if (!['yes', 'no', 'true', 'false'].includes(text)) {
    errors.push({ column, message: 'Write yes or no.' })
  }
  return text === 'yes' || text === 'true'
}
