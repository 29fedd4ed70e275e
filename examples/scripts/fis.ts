#!/usr/bin/env node
import { Command } from '@commander-js/extra-typings'
import { createCommand } from './command/options.js'
import { runScript } from './command/run-script.js'
import { exportCommand } from './export/export-command.js'
import { exportFormCommand } from './export-form/export-form-command.js'
import { importCommand } from './import/import-command.js'
import { uploadCommand } from './upload/upload-command.js'

const signInCommand = createCommand(
  'sign-in',
  'Opens a session, and keeps it in $XDG_CONFIG_HOME/fis/sign-in.json for later commands.',
).action(async (options) => {
  // Imported here, because --help works without the generated files of the client.
  const { signIn } = await import('./command/sign-in.js')
  await signIn(options)
})

const signOutCommand = new Command('sign-out')
  .description('Ends the session of sign-in, and deletes its file.')
  .action(async () => {
    const { signOut } = await import('./command/sign-in.js')
    await signOut()
  })

await runScript(
  new Command('fis')
    .description('Imports and exports records of the Field Inspection Service.')
    .addCommand(signInCommand)
    .addCommand(signOutCommand)
    .addCommand(importCommand)
    .addCommand(exportCommand)
    .addCommand(exportFormCommand)
    .addCommand(uploadCommand),
)
