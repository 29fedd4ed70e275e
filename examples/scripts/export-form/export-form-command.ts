import { createCommand } from '../command/options.js'

const HELP = `
The file is an XLSForm, which ODK Collect, KoboToolbox, Enketo and others read. It has the newest version of the checklist:

  fis export-form "Fire extinguisher, monthly" --output extinguisher.xlsx

docs/scripts.md describes what becomes of sections, questions, conditions and bounds.`

export const exportFormCommand = createCommand(
  'export-form',
  'Exports a checklist as a form (XLSForm).',
)
  .argument('<checklist>', 'the name of the checklist, or its id')
  .option('--output <path>', 'the XLSX file to write, by default the standard output')
  .addHelpText('after', HELP)
  .action(async (checklist, options) => {
    // Imported here, because --help works without the generated files of the client.
    const { exportForm } = await import('./export-form.js')
    await exportForm(checklist, options)
  })
