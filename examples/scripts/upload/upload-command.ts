import { createCommand } from '../command/options.js'

const HELP = `
Each file becomes a document of the record, which is an asset, a client, a finding, a job or a site:

  fis upload door.jpg hinge.jpg --to 019b76da-a8a6-75d2-aa75-997c77ef3f05

Prints the id and the SHA-256 hash of each file. A file has at most 25 MB.`

export const uploadCommand = createCommand(
  'upload',
  'Uploads files, and attaches them to a record.',
)
  .argument('<files...>', 'the files')
  .requiredOption('--to <id>', 'the id of the record')
  .addHelpText('after', HELP)
  .action(async (files, options) => {
    // Imported here, because --help works without the generated files of the client.
    const { uploadFiles } = await import('./upload-files.js')
    await uploadFiles(files, options)
  })
