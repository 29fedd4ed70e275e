import { runScript } from './command/run-script.js'
import { createImportCommand } from './import/import-command.js'
import { importFile } from './import/import-file.js'
import { createJobReader, JOB_COLUMNS } from './import/job-rows.js'
import { sendJobs } from './import/send-jobs.js'

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
      createSend: sendJobs,
    })
  })

await runScript(command)
