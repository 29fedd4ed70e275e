import { Command } from '@commander-js/extra-typings'

/** The command line without commands. Its options are accepted after every command, too. */
export const createRoot = () =>
  new Command('admin')
    .description('Commands for the operator of the service. They work on the configured database.')
    .option('--json', 'print the result, or the errors, as JSON')
    .configureHelp({ showGlobalOptions: true })

export type Root = ReturnType<typeof createRoot>
