import type { Client } from '../../client/client.js'
import type { UpdateJobsRow } from '../../client/generated/graphql.js'
import type { CsvFile } from './csv-file.js'
import { otherColumns, readCurrent } from './current-records.js'
import { columnOf } from './field-error.js'
import { readJobReferences } from './job-references.js'
import { booleanIn, JOB_COLUMNS } from './job-rows.js'
import type { Columns, Reading, RowError, Values } from './row.js'

const known = {
  names: ['id', 'number', 'updatedAt', ...JOB_COLUMNS.names],
  aliases: JOB_COLUMNS.aliases,
}

export const JOB_CHANGE_COLUMNS: Columns = {
  ...known,
  ignored: otherColumns('jobs', known),
  required: [['id', 'number']],
  unique: ['id', 'number'],
}

/** The columns whose texts are sent as they are. */
const TEXTS = [
  'scheduledStart',
  'scheduledStartLocal',
  'scheduledEnd',
  'scheduledEndLocal',
  'reference',
  'specialInstructions',
] as const

/** Returns a function that reads a row as a change of the job with its id or, without an id, with its number. */
export async function createJobChangeReader(client: Client, file: CsvFile) {
  const { siteIn, jobTypeIn, technicianIn, zonesIn } = await readJobReferences(client, file)
  const compare = await readCurrent(client, 'jobs', file, JOB_CHANGE_COLUMNS, {
    id: (ids) => ({ ids }),
    number: (numbers) => ({ numbers: numbers.map(Number).filter(isInt) }),
  })
  return (row: Values): Reading<UpdateJobsRow> => {
    const errors: RowError[] = []
    const { id, current, changed } = compare(row, errors)
    const isChanged = (...columns: string[]) => columns.some((column) => changed.has(column))
    if (isChanged('number')) {
      errors.push({ column: 'number', message: 'The number of a job cannot be changed.' })
    }
    const siteId = isChanged('site', 'siteId') ? siteIn(changed, errors) : undefined
    const zonesOf = siteId ?? current.get('siteId') ?? ''
    const expectedUpdatedAt = row.get('updatedAt')
    const texts = TEXTS.filter((column) => changed.has(column))
    const input = {
      id,
      ...(expectedUpdatedAt !== undefined && { expectedUpdatedAt }),
      ...(siteId !== undefined && { siteId }),
      ...(isChanged('jobType', 'jobTypeId') && { jobTypeId: jobTypeIn(changed, errors) }),
      ...(isChanged('technician', 'technicianId') && {
        technicianId: technicianIn(changed, errors),
      }),
      ...(isChanged('zones', 'zoneIds') && { zoneIds: zonesIn(changed, zonesOf, errors) }),
      ...Object.fromEntries(texts.map((column) => [column, changed.get(column)])),
      ...(isChanged('requiresSignature') && {
        requiresSignature: booleanIn(changed, 'requiresSignature', errors),
      }),
    }
    return { input, errors, isUnchanged: changed.size === 0, columnOf: columnOf(changed) }
  }
}

const isInt = (value: number) => Number.isInteger(value) && value < 2 ** 31
