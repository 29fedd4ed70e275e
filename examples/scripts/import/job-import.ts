import type { ImportOptions } from './import-command.js'
import { importFile } from './import-file.js'
import { createJobChangeReader, JOB_CHANGE_COLUMNS } from './job-changes.js'
import { createJobReader, JOB_COLUMNS } from './job-rows.js'
import { CREATE_JOBS, UPDATE_JOBS } from './mutations.js'
import { sendRows } from './send-rows.js'

const fields = ['id', 'number']
const writtenOf = ({ id, number }: { readonly id: string; readonly number: number }) => ({
  id,
  number: String(number),
})

/** Schedules or changes the jobs of a CSV file. Returns the exit status. */
export const importJobs = (path: string, options: ImportOptions) =>
  options.update
    ? importFile(path, options, {
        mutation: 'updateJobs',
        verb: 'updated',
        columns: JOB_CHANGE_COLUMNS,
        fields,
        createReader: createJobChangeReader,
        createSend: (client) => sendRows(client, UPDATE_JOBS, writtenOf),
      })
    : importFile(path, options, {
        mutation: 'createJobs',
        verb: 'created',
        columns: JOB_COLUMNS,
        fields,
        createReader: createJobReader,
        createSend: (client) => sendRows(client, CREATE_JOBS, writtenOf),
      })
