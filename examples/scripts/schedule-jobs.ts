import type { Client } from '../client/client.js'
import { InvalidInputError } from '../client/errors.js'
import type { CreateJobInput } from '../client/generated/graphql.js'
import { graphql } from '../client/generated/index.js'
import { runScript } from './command/run-script.js'
import { createImportCommand } from './import/import-command.js'
import { importFile } from './import/import-file.js'
import { createJobReader, JOB_COLUMNS } from './import/job-rows.js'
import type { Result, SendOptions } from './import/row.js'
import { textOf } from './import/field-error.js'

const CREATE_JOB = graphql(`
  mutation CreateJob($input: CreateJobInput!) {
    createJob(input: $input) {
      job {
        id
        number
      }
      userErrors {
        field
        message
      }
    }
  }
`)

const COLUMNS_HELP = `
Columns: site or siteId; jobType or jobTypeId; technician (an email address) or technicianId; scheduledStartLocal and
scheduledEndLocal, in the time zone of the site, or the instants scheduledStart and scheduledEnd; zones (names of the site,
separated by semicolons) or zoneIds; reference; specialInstructions; requiresSignature (yes or no). An empty value is a
missing value. The columns from zones on may be left out.

  site,jobType,technician,scheduledStartLocal,scheduledEndLocal
  Dover Garden Centre,Annual service,tech1@harbour.example,2027-01-04T10:00,2027-01-04T12:00`

const command = createImportCommand('schedule-jobs', 'Schedules the jobs of a CSV file.')
  .addHelpText('after', COLUMNS_HELP)
  .action(async (path, options) => {
    process.exitCode = await importFile(path, options, {
      mutation: 'createJob',
      columns: JOB_COLUMNS,
      batchSize: 1,
      fields: ['id', 'number'],
      createReader: createJobReader,
      createSend: (client) => (rows, options) =>
        Promise.all(rows.map((row) => createJob(client, row, options))),
    })
  })

async function createJob(
  client: Client,
  row: CreateJobInput,
  { idempotencyKey, dryRun, signal }: SendOptions,
): Promise<Result> {
  try {
    const input = { ...row, dryRun }
    const { createJob } = await client.request(CREATE_JOB, { input }, { idempotencyKey, signal })
    const { job, userErrors = [] } = createJob ?? {}
    return job
      ? { created: { id: job.id, number: String(job.number) } }
      : { errors: userErrors.map(textOf) }
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    return {
      errors: error.errors.map(({ message, extensions }) =>
        textOf({ message, field: extensions?.path }),
      ),
    }
  }
}

await runScript(command)
