import { Command } from '@commander-js/extra-typings'
import { versionText } from '../version.js'

/** The root command without its subcommands. Its options are accepted after every subcommand, too. */
export const createRoot = () =>
  new Command('admin')
    .description('Commands for the operator of the service. They work on the configured database.')
    .version(versionText)
    .option('--json', 'print the result, or the errors, as JSON')
    .configureHelp({ showGlobalOptions: true })

export type Root = ReturnType<typeof createRoot>
