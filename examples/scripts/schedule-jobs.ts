import { runScript } from './command/run-script.js'
import { createImportCommand } from './import/import-command.js'

const COLUMNS_HELP = `
Columns: site or siteId; jobType or jobTypeId; technician (an email address) or technicianId; scheduledStartLocal and
scheduledEndLocal, in the time zone of the site, or the instants scheduledStart and scheduledEnd; zones (names of the site,
separated by semicolons) or zoneIds; reference; specialInstructions; requiresSignature (yes or no). An empty value is a
missing value. The columns from zones on may be left out. With --update, the column id or number says which job a row changes,
and all others may be left out.

  site,jobType,technician,scheduledStartLocal,scheduledEndLocal
  Dover Garden Centre,Annual service,tech1@harbour.example,2027-01-04T10:00,2027-01-04T12:00`

const command = createImportCommand('schedule-jobs', 'Schedules or changes the jobs of a CSV file.')
  .addHelpText('after', COLUMNS_HELP)
  .action(async (path, options) => {
    // Imported here, because --help works without the generated files of the client.
    const { importJobs } = await import('./import/job-import.js')
    process.exitCode = await importJobs(path, options)
  })

await runScript(command)
